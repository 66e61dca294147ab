import Texts

@testable import Access
@testable import Broadcast
@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import Server
@testable import Transport

extension Viewer {
    /// A viewer without a connection: messages to it are lost.
    static func unconnected(in room: LiveRoom, on loop: EventLoop, rate: Int = 60) throws -> Viewer
    {
        var parser = RequestParser(limits: .init(), remoteAddress: "127.0.0.1")
        Array("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8).withUnsafeBytes {
            parser.append($0)
        }
        guard case .request(let request) = parser.next() else {
            preconditionFailure("the request is complete")
        }
        let handshake = Handshake(request: request, key: "", subprotocol: nil, opened: { _ in })
        return try Viewer(
            stream: Stream(loop: loop, handshake: handshake), number: 1, role: .overlay,
            output: room.output, admission: .server, rate: rate)
    }
}
