import Foundation
import Glibc
import Testing
import Texts
import Transport

@Suite struct ListeningSocketTests {
    private let path = "\(NSTemporaryDirectory())/ovation-\(UUID().uuidString.prefix(8))"

    private func serve() throws -> TestServer {
        var configuration = ListenConfiguration()
        configuration.socketPaths = [Text(path)]
        return try TestServer(configuration)
    }

    @Test func `requests come by a socket in the file system, too, and by its port`() throws {
        let server = try serve()
        for client in [try RawClient(path: path), try RawClient(port: server.port)] {
            for number in 1...3 {
                client.send("GET /\(number) HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(try client.answer().text == #"GET ["\#(number)"] []"#)
            }
        }
    }

    @Test func `streams come by it, too`() throws {
        let server = try serve()
        let client = try RawClient(path: path)
        #expect(try client.upgrade().status == 101)
        client.sendFrame(1, Array("hello".utf8))
        #expect(try client.frame().text == "hello")
        _ = server
    }

    @Test func `nobody but its owner and its group may connect`() throws {
        let server = try serve()
        var status = stat()
        try #require(lstat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o660)
        _ = server
    }

    @Test func `its name goes with the loop`() throws {
        let server = try serve()
        try server.stopAndWait()
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `what a crash left is taken away`() throws {
        let left = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        try RawClient.bind(left, to: path)
        close(left)
        let server = try serve()
        let client = try RawClient(path: path)
        client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try client.answer().status == 200)
        _ = server
    }

    @Test func `a socket that is in use, a file, and a path that is none are refused`() throws {
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
