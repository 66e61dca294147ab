import CSpawning
import Glibc

/// Runs a program that speaks, without a shell, with an empty environment and with limits for its time, its memory, its
/// files and its output.
enum SpeechProcess {
    /// The time after which the program is ended.
    static let longestSeconds = 10
    /// The maximum number of bytes that the program may write.
    static let mostBytes = 4 << 20
    private static let memoryBytes = 1 << 30
    /// eSpeak NG makes a shared memory of this size, which counts as a file.
    private static let fileBytes = 64 << 20
    /// Ends the program's group when the time is over, also if the server has crashed (coreutils).
    private static let timer = "/usr/bin/timeout"
    /// Sets the limits before it becomes the program itself (util-linux).
    private static let limiter = "/usr/bin/prlimit"

    /// Runs a program with a short input, and returns its output. `words` are its path and its arguments.
    ///
    /// The processes of its group end with it.
    static func run(
        _ words: [String], input: [UInt8], seconds: Int = longestSeconds,
        among programs: RunningPrograms = RunningPrograms()
    ) -> Result<[UInt8], SpeechFault> {
        do throws(SpeechFault) {
            let output = try Pipe()
            let group = try programs.start { () throws(SpeechFault) in
                try start(limited(words, seconds: seconds), input: input, output: output)
            }
            guard let group else { throw SpeechFault(detail: "The server is going down.") }
            let child = Child(id: group)
            output.closeWriting()
            let deadline = now + Int64(seconds) * 1000
            let read = Result { () throws(SpeechFault) in try output.read(until: deadline) }
            let end = child.end(by: (try? read.get()) == nil ? now : deadline, among: programs)
            let bytes = try read.get()
            try end.check()
            guard !bytes.isEmpty else { throw SpeechFault(detail: "It wrote nothing.") }
            return .success(bytes)
        } catch {
            return .failure(error)
        }
    }

    private static func limited(_ words: [String], seconds: Int) -> [String] {
        [
            timer, "--signal=KILL", "\(seconds + 1)", limiter, "--as=\(memoryBytes)",
            "--cpu=\(seconds)", "--fsize=\(fileBytes)", "--core=0",
            "--nofile=256",
        ] + words
    }

    /// Milliseconds of the monotonic clock.
    fileprivate static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    private static func start(
        _ words: [String], input: [UInt8], output: Pipe
    ) throws(SpeechFault) -> pid_t {
        // The input fits into the pipe's buffer (pipe(7)), so writing does not wait for the program.
        let text = try Pipe()
        defer { withExtendedLifetime(text) {} }
        text.write(input)
        text.closeWriting()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, text.reading, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output.writing, STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        ovation_close_from(&actions, STDERR_FILENO + 1)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A group of its own; the server's handling of signals is not inherited.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var environment: [UnsafeMutablePointer<CChar>?] = [nil]
        var id: pid_t = 0
        let fault = posix_spawn(&id, words[0], &actions, &attributes, &arguments, &environment)
        guard fault == 0 else {
            throw SpeechFault(detail: "It can't be started: \(reason(fault)).")
        }
        return id
    }

    fileprivate static func reason(_ fault: Int32) -> String { String(cString: strerror(fault)) }
}

/// A pipe whose ends are closed when it goes.
private final class Pipe {
    let reading: Int32
    let writing: Int32
    private var isWritingOpen = true

    init() throws(SpeechFault) {
        var both: [Int32] = [-1, -1]
        guard pipe(&both) == 0 else {
            throw SpeechFault(detail: "It can't be started: \(SpeechProcess.reason(errno)).")
        }
        (reading, writing) = (both[0], both[1])
    }

    deinit {
        close(reading)
        if isWritingOpen { close(writing) }
    }

    func closeWriting() {
        close(writing)
        isWritingOpen = false
    }

    func write(_ bytes: [UInt8]) { _ = Glibc.write(writing, bytes, bytes.count) }

    /// Reads until the end; throws after the deadline, or if there is too much.
    func read(until deadline: Int64) throws(SpeechFault) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let left = deadline - SpeechProcess.now
            guard left > 0 else { throw SpeechFault(detail: "It took too long.") }
            var wanted = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
            guard poll(&wanted, 1, Int32(left)) > 0 else { continue }
            let count = Glibc.read(reading, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return bytes }
            bytes += piece.prefix(count)
            guard bytes.count <= SpeechProcess.mostBytes else {
                throw SpeechFault(detail: "It wrote more than \(SpeechProcess.mostBytes) bytes.")
            }
        }
    }
}

/// A started program, which leads a process group.
private struct Child {
    let id: pid_t

    enum End {
        case exited(Int32)
        case killed
        case late

        func check() throws(SpeechFault) {
            switch self {
            case .exited(0): break
            case .exited(let status): throw SpeechFault(detail: "It ended with status \(status).")
            case .killed: throw SpeechFault(detail: "It was ended by a signal.")
            case .late: throw SpeechFault(detail: "It took too long.")
            }
        }
    }

    /// Waits for the program's end until the deadline, and then ends its whole group.
    func end(by deadline: Int64, among programs: RunningPrograms) -> End {
        let isLate = !hasEnded(by: deadline)
        // The program is not yet awaited, so no other process can have its number.
        kill(-id, SIGKILL)
        programs.remove(id)
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        if isLate { return .late }
        return status & 0x7F == 0 ? .exited((status >> 8) & 0xFF) : .killed
    }

    private func hasEnded(by deadline: Int64) -> Bool {
        while true {
            var information = siginfo_t()
            let isKnown = waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT | WNOHANG) == 0
            if !isKnown || information.si_signo != 0 { return true }
            guard SpeechProcess.now < deadline else { return false }
            usleep(2000)
        }
    }
}
