import CLibwebsockets
import Glibc

/// Waits for ready descriptors of an event loop with epoll(7). The time does not grow with the number of idle
/// descriptors, which the library's own wait would ask the kernel about each time.
final class Poller {
    /// The events to wait for. Errors and hang-ups are always reported.
    struct Interest: OptionSet {
        let rawValue: UInt32
        static let input = Interest(rawValue: EPOLLIN.rawValue)
        static let output = Interest(rawValue: EPOLLOUT.rawValue)
    }

    private static let batch = 512

    private let epoll: Int32
    /// The endpoints by their descriptors.
    private var endpoints: [Endpoint?] = []
    private var events = [epoll_event](repeating: epoll_event(), count: batch)

    init() throws(TransportError) {
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard epoll >= 0 else { throw .poller(code: errno) }
    }

    deinit {
        close(epoll)
    }

    /// Waits for input on a descriptor from now on, until it is closed or removed. Returns false if the
    /// kernel accepts no more descriptors.
    func add(_ descriptor: Int32) -> Bool {
        control(EPOLL_CTL_ADD, descriptor, .input)
    }

    /// Adds an endpoint and its descriptor.
    func add(_ endpoint: Endpoint) -> Bool {
        let index = Int(endpoint.descriptor)
        while endpoints.count <= index { endpoints.append(nil) }
        endpoints[index] = endpoint
        return add(endpoint.descriptor)
    }

    /// Forgets an endpoint whose descriptor has been closed.
    func forget(_ endpoint: Endpoint) {
        let index = Int(endpoint.descriptor)
        if endpoints[index] === endpoint { endpoints[index] = nil }
    }

    private func endpoint(of descriptor: Int32) -> Endpoint? {
        endpoints.indices.contains(Int(descriptor)) ? endpoints[Int(descriptor)] : nil
    }

    func set(_ interest: Interest, of descriptor: Int32) {
        _ = control(EPOLL_CTL_MOD, descriptor, interest)
    }

    /// Removes a descriptor. This is necessary if it is closed and a duplicate of it stays open.
    func remove(_ descriptor: Int32) {
        _ = control(EPOLL_CTL_DEL, descriptor, [])
    }

    /// Calls `body` with each ready endpoint and its readiness, in the bits of poll(2), and with nil for a
    /// ready descriptor without an endpoint.
    func wait(blocks: Bool, _ body: (Endpoint?, Int16) -> Void) {
        let count = epoll_wait(epoll, &events, Int32(Self.batch), blocks ? -1 : 0)
        for index in 0..<max(0, Int(count)) {
            let readiness = Int16(truncatingIfNeeded: events[index].events)
            body(endpoint(of: events[index].data.fd), readiness)
        }
    }

    private func control(_ operation: Int32, _ descriptor: Int32, _ interest: Interest) -> Bool {
        var event = epoll_event()
        event.events = interest.rawValue
        event.data.fd = descriptor
        return epoll_ctl(epoll, operation, descriptor, &event) == 0
    }
}
