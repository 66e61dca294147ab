import Dispatch
import Glibc
import Logging
import Synchronization
import Testing
import Texts
import Transport

/// The seconds after which a test gives up waiting. A passing test never waits that long.
let patience = 30.0

/// An event loop on its own thread, with a handler that the test controls.
final class TestServer: Sendable {
    let port: UInt16
    let handle: LoopHandle
    private let jobs: Jobs
    private let ended: DispatchSemaphore

    init(
        _ configuration: ListenConfiguration = .init(),
        prepare: @escaping @Sendable (TestHandler) -> Void = { _ in }
    ) throws {
        let jobs = Jobs()
        let ended = DispatchSemaphore(value: 0)
        let started = DispatchSemaphore(value: 0)
        let outcome = Mutex<Result<(UInt16, LoopHandle), TransportError>?>(nil)
        Self.onThread {
            let handler = TestHandler(jobs: jobs)
            do throws(TransportError) {
                let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
                let loop = try EventLoop(
                    configuration: configuration,
                    handler: handler,
                    logger: logger
                )
                handler.loop = loop
                prepare(handler)
                outcome.withLock { $0 = .success((loop.port, loop.handle)) }
                started.signal()
                loop.run()
                handler.loop = nil
            } catch {
                outcome.withLock { $0 = .failure(error) }
                started.signal()
            }
            ended.signal()
        }
        started.wait()
        let result = try #require(outcome.withLock { $0 })
        (port, handle) = try result.get()
        self.jobs = jobs
        self.ended = ended
    }

    deinit {
        handle.stop()
    }

    /// Runs `body` on the loop's thread and returns its result.
    func onLoop<Value: Sendable>(_ body: @escaping @Sendable (TestHandler) -> Value) throws -> Value
    {
        let result = Mutex<Value?>(nil)
        let done = DispatchSemaphore(value: 0)
        let shared = Shared(result)
        jobs.add { handler in
            let value = body(handler)
            shared.mutex.withLock { $0 = value }
            done.signal()
        }
        handle.wake()
        try #require(done.wait(timeout: .now() + patience) == .success, "the loop did not answer")
        return try #require(shared.mutex.withLock { $0 })
    }

    /// Checks `condition` on the loop's thread until it holds.
    func wait(until condition: @escaping @Sendable (TestHandler) -> Bool) throws {
        let end = LoopTimer.now + UInt64(patience * 1e9)
        while try !onLoop(condition) {
            try #require(LoopTimer.now < end, "the condition never held")
            usleep(1000)
        }
    }

    func stopAndWait() throws {
        handle.stop()
        try #require(ended.wait(timeout: .now() + patience) == .success, "the loop did not end")
        ended.signal()
    }

    private static func onThread(_ body: @escaping @Sendable () -> Void) {
        let box = Unmanaged.passRetained(Body(body))
        var thread = pthread_t()
        pthread_create(
            &thread,
            nil,
            { pointer in
                Unmanaged<Body>.fromOpaque(pointer!).takeRetainedValue().run()
                return nil
            },
            box.toOpaque()
        )
        pthread_detach(thread)
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private final class Shared<Value: Sendable>: Sendable {
        let mutex: Mutex<Value?>
        init(_ mutex: consuming Mutex<Value?>) { self.mutex = mutex }
    }
}

/// Closures that wait to run on the loop's thread.
final class Jobs: Sendable {
    private let waiting = Mutex<[@Sendable (TestHandler) -> Void]>([])

    func add(_ job: @escaping @Sendable (TestHandler) -> Void) {
        waiting.withLock { $0.append(job) }
    }

    func take() -> [@Sendable (TestHandler) -> Void] {
        waiting.withLock { jobs in
            defer { jobs = [] }
            return jobs
        }
    }
}

/// A value that one thread sets and another waits for.
final class Promise<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let fulfilled = DispatchSemaphore(value: 0)

    func fulfill(_ value: Value) {
        self.value.withLock { $0 = value }
        fulfilled.signal()
    }

    func wait() throws -> Value {
        try #require(fulfilled.wait(timeout: .now() + patience) == .success, "no value was set")
        return try #require(value.withLock { $0 })
    }
}
