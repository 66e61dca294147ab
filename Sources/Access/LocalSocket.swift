import Dispatch
import Foundation
import Glibc
import Synchronization

/// A Unix socket in the data directory, through which commands of the server's user reach the server without a key. A
/// client sends one line and receives one line.
///
/// Commands arrive on a thread of their own, and the event loop's thread answers them.
package final class LocalSocket: Sendable {
    package static let fileName = "control.sock"
    private static let longestLine = 64 << 10
    private static let patienceSeconds = 10

    private let directory: String
    private let descriptor: Int32
    /// A pipe. A byte in it ends the thread.
    private let end: (read: Int32, write: Int32)
    private let ended = DispatchSemaphore(value: 0)
    private let questions = Mutex<[Question]>([])
    private let wake: @Sendable () -> Void

    /// A received line that waits for its answer.
    package final class Question: Sendable {
        package let line: [UInt8]
        private let reply = Mutex<[UInt8]?>(nil)
        private let answered = DispatchSemaphore(value: 0)

        init(line: [UInt8]) {
            self.line = line
        }

        package func answer(_ line: [UInt8]) {
            reply.withLock { $0 = line }
            answered.signal()
        }

        fileprivate func wait() -> [UInt8]? {
            _ = answered.wait(timeout: .now() + .seconds(patienceSeconds))
            return reply.withLock { $0 }
        }
    }

    /// The socket can't be created or reached.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        init(_ what: String) {
            description = "\(what): \(String(cString: strerror(errno)))"
        }
    }

    /// Listens in a directory that belongs to this process, and replaces the socket file that a crash has
    /// left. `wake` is called from another thread when a question has arrived.
    package init(directory: String, wake: @escaping @Sendable () -> Void) throws(Failure) {
        self.directory = directory
        self.wake = wake
        descriptor = try Self.makeSocket()
        var pipe: [Int32] = [-1, -1]
        guard Glibc.pipe(&pipe) == 0 else { throw Failure("no pipe") }
        for descriptor in pipe { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        end = (pipe[0], pipe[1])
        let path = directory + "/" + Self.fileName
        unlink(path)
        let result = try Self.withAddress(in: directory) { bind(descriptor, $0, $1) }
        // The socket does not listen yet, so no client can connect before the mode is set.
        guard result == 0, chmod(path, 0o600) == 0, listen(descriptor, 8) == 0 else {
            throw Failure("\(path) can't be made")
        }
        let thread = Thread { [self] in run() }
        thread.name = "local"
        thread.start()
    }

    /// Returns the questions since the last call. The caller must answer each.
    package func takeQuestions() -> [Question] {
        questions.withLock { questions in
            defer { questions = [] }
            return questions
        }
    }

    /// Ends the thread and removes the socket.
    package func close() {
        _ = Glibc.write(end.write, [0], 1)
        for question in takeQuestions() { question.answer([]) }
        ended.wait()
        unlink(directory + "/" + Self.fileName)
        for descriptor in [descriptor, end.read, end.write] { Glibc.close(descriptor) }
    }

    // MARK: Thread

    private func run() {
        while true {
            var ready = [
                pollfd(fd: end.read, events: Int16(POLLIN), revents: 0),
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&ready, 2, -1) >= 0 || errno == EINTR else { break }
            if ready[0].revents != 0 { break }
            guard ready[1].revents != 0 else { continue }
            let client = accept(descriptor, nil, nil)
            if client >= 0 {
                serve(client)
            } else if isEnded(within: Self.pauseMilliseconds) {
                break
            }
        }
        ended.signal()
    }

    /// The pause before the next attempt. A client that can't be accepted, such as when the process has no
    /// free descriptor, stays in the queue.
    private static let pauseMilliseconds: Int32 = 200

    /// Waits for this time. Returns true, and early, if the thread has to end.
    private func isEnded(within milliseconds: Int32) -> Bool {
        var ready = pollfd(fd: end.read, events: Int16(POLLIN), revents: 0)
        return poll(&ready, 1, milliseconds) > 0
    }

    private func serve(_ client: Int32) {
        defer { Glibc.close(client) }
        Self.limit(client)
        guard waits(for: client), let line = Self.readLine(client) else { return }
        let question = Question(line: line)
        questions.withLock { $0.append(question) }
        wake()
        if let answer = question.wait() { Self.write(answer, to: client) }
    }

    /// Waits until a client sends data; false if it sends none, or if the thread has to end.
    private func waits(for client: Int32) -> Bool {
        var ready = [end.read, client].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        return poll(&ready, 2, Int32(Self.patienceSeconds * 1000)) > 0 && ready[0].revents == 0
    }

    // MARK: Client

    /// Sends a line to the server that uses a data directory, and returns its answer.
    package static func ask(_ line: [UInt8], in directory: String) throws(Failure) -> [UInt8] {
        let server = try makeSocket()
        defer { Glibc.close(server) }
        limit(server)
        guard try withAddress(in: directory, { connect(server, $0, $1) }) == 0 else {
            throw Failure("no server answers in \(directory)")
        }
        write(line, to: server)
        guard let answer = readLine(server) else { throw Failure("the server did not answer") }
        return answer
    }

    private static func makeSocket() throws(Failure) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { throw Failure("no socket") }
        return descriptor
    }

    /// Calls `body` with the socket's address. An address holds 107 bytes at most, so it names the directory
    /// by its descriptor.
    private static func withAddress(
        in directory: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws(Failure) -> Int32 {
        let folder = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw Failure(directory) }
        defer { Glibc.close(folder) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) {
            $0.copyBytes(from: "/proc/self/fd/\(folder)/\(fileName)".utf8)
        }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    private static func limit(_ descriptor: Int32) {
        var patience = timeval(tv_sec: patienceSeconds, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(
                descriptor, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
        }
    }

    /// Reads the bytes up to a line feed; nil if none arrives.
    private static func readLine(_ descriptor: Int32) -> [UInt8]? {
        var line: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while line.count <= longestLine {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            line += buffer[..<count]
            if line.last == UInt8(ascii: "\n") { return line.dropLast() }
        }
        return nil
    }

    private static func write(_ line: [UInt8], to descriptor: Int32) {
        var rest = (line + [UInt8(ascii: "\n")])[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
