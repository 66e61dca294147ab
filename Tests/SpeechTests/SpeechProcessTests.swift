import Foundation
import Testing

@testable import Speech

@Suite("Programs that speak")
struct SpeechProcessTests {
    /// Runs a script of the shell, which plays the program.
    private func run(_ script: String, input: String = "Hello\n", seconds: Int = 10) -> Result<
        [UInt8], SpeechFault
    > {
        SpeechProcess.run(["/bin/sh", "-c", script], input: Array(input.utf8), seconds: seconds)
    }

    private func output(_ script: String, input: String = "Hello\n") throws -> String {
        String(decoding: try run(script, input: input).get(), as: UTF8.self)
    }

    @Test("The program gets the text and its output comes back")
    func echo() throws {
        #expect(try output("cat") == "Hello\n")
    }

    @Test("The environment is empty")
    func environment() throws {
        setenv("OVATION_SECRET", "hidden", 1)
        let names = try output("/usr/bin/env").split(separator: "\n")
            .map { $0.prefix { $0 != "=" } }
        // The shell itself sets these.
        #expect(Set(names).isSubset(of: ["PWD", "SHLVL", "_", "OLDPWD"]))
    }

    @Test("The program inherits no open file")
    func descriptors() throws {
        let secret = open("/etc/hostname", O_RDONLY)
        defer { close(secret) }
        let open = try output("/bin/ls /proc/self/fd").split(separator: "\n")
        // 3 is the folder that ls reads.
        #expect(open == ["0", "1", "2", "3"])
    }

    @Test("A program that fails, writes nothing or is missing gives a reason")
    func failures() {
        #expect(run("exit 3") == .failure(SpeechFault(detail: "It ended with status 3.")))
        #expect(run("kill -9 $$") == .failure(SpeechFault(detail: "It was ended by a signal.")))
        #expect(run(":") == .failure(SpeechFault(detail: "It wrote nothing.")))
        let missing = SpeechProcess.run(["/nowhere"], input: [])
        #expect(throws: SpeechFault.self) { try missing.get() }
    }

    @Test("A program that hangs is ended with all that it started")
    func hangs() throws {
        let file = NSTemporaryDirectory() + "speech-\(UUID().uuidString)"
        defer { unlink(file) }
        let fifo = file + ".pipe"
        #expect(mkfifo(fifo, 0o600) == 0)
        defer { unlink(fifo) }
        // The grandchild holds the pipe open for writing; its end closes the pipe.
        let reader = open(fifo, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        let result = run("sleep 60 3>\(fifo) & echo begun >&3 3>\(fifo); sleep 60", seconds: 1)
        #expect(result == .failure(SpeechFault(detail: "It took too long.")))
        var wanted = pollfd(fd: reading(reader), events: Int16(POLLIN), revents: 0)
        #expect(poll(&wanted, 1, 5000) == 1)
        #expect(wanted.revents & Int16(POLLHUP) != 0)
    }

    /// Reads all that is there, and returns the descriptor.
    private func reading(_ descriptor: Int32) -> Int32 {
        var piece = [UInt8](repeating: 0, count: 100)
        while read(descriptor, &piece, piece.count) > 0 {}
        return descriptor
    }

    @Test("A program that closes its output and goes on is ended")
    func silentlyRunning() {
        let result = run("echo sound; exec >&-; sleep 60", seconds: 1)
        #expect(result == .failure(SpeechFault(detail: "It took too long.")))
    }

    @Test("A program that floods is ended after 4 MiB, at once")
    func floods() {
        let start = ContinuousClock.now
        let result = run("exec /bin/cat /dev/zero", seconds: 60)
        #expect(ContinuousClock.now - start < .seconds(30))
        #expect(result == .failure(SpeechFault(detail: "It wrote more than 4194304 bytes.")))
    }

    @Test("A program can't take more memory than the limit")
    func memory() {
        let result = run("exec /usr/bin/python3 -c 'print(len(bytearray(2 << 30)))'")
        #expect(throws: SpeechFault.self) { try result.get() }
    }

    @Test("A program can't write a file above 64 MiB")
    func files() {
        let path = NSTemporaryDirectory() + "speech-\(UUID().uuidString)"
        defer { unlink(path) }
        _ = run("head -c 100000000 /dev/zero > \(path)")
        let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
        #expect(size == 64 << 20)
    }

    @Test("A program that reads nothing is no problem")
    func unread() throws {
        #expect(
            try output("exec <&-; echo sound", input: String(repeating: "a", count: 4000))
                == "sound\n")
    }
}
