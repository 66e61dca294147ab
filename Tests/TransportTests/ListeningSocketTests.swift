import Foundation
import Glibc
import Testing
import Texts
import Transport

@Suite("Listening on Unix sockets")
struct ListeningSocketTests {
    private let path = "\(NSTemporaryDirectory())/ovation-\(UUID().uuidString.prefix(8))"

    private func serve() throws -> TestServer {
        var configuration = ListenConfiguration()
        configuration.socketPaths = [Text(path)]
        return try TestServer(configuration)
    }

    @Test("A server with a Unix socket serves requests on the socket and on its port")
    func requests() throws {
        let server = try serve()
        for client in [try RawClient(path: path), try RawClient(port: server.port)] {
            for number in 1...3 {
                client.send("GET /\(number) HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(try client.answer().text == #"GET ["\#(number)"] []"#)
            }
        }
    }

    @Test("A Unix socket accepts streams")
    func streams() throws {
        let server = try serve()
        let client = try RawClient(path: path)
        #expect(try client.upgrade().status == 101)
        client.sendFrame(1, Array("hello".utf8))
        #expect(try client.frame().text == "hello")
        _ = server
    }

    @Test("Only the owner and the group of a Unix socket may connect")
    func permissions() throws {
        let server = try serve()
        var status = stat()
        try #require(lstat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o660)
        _ = server
    }

    @Test("A stopped loop removes its socket file")
    func removal() throws {
        let server = try serve()
        try server.stopAndWait()
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("A socket file left by a crash is replaced")
    func staleSocket() throws {
        let left = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        try RawClient.bind(left, to: path)
        close(left)
        let server = try serve()
        let client = try RawClient(path: path)
        client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try client.answer().status == 200)
        _ = server
    }

    @Test("A socket in use, an ordinary file and an overlong path are refused")
    func refusedPaths() throws {
        let server = try serve()
        #expect(throws: TransportError.self) { _ = try serve() }
        #expect(try RawClient(path: path).isAtEnd == false)
        try server.stopAndWait()
        try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
        #expect(throws: TransportError.self) { _ = try serve() }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
        unlink(path)
        var configuration = ListenConfiguration()
        configuration.socketPaths = [Text("/tmp/" + String(repeating: "x", count: 120))]
        #expect(throws: TransportError.self) { _ = try TestServer(configuration) }
    }
}
