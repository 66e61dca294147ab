@testable import Transport

/// Parses a request from its parts.
func request(
    _ method: String = "GET", _ target: String = "/", _ fields: String...,
    host: String = "here:8080"
) -> Request {
    var parser = RequestParser(limits: .init(), remoteAddress: "127.0.0.1")
    let head = (["\(method) \(target) HTTP/1.1", "Host: \(host)", "Content-Length: 0"] + fields)
        .joined(separator: "\r\n")
    Array((head + "\r\n\r\n").utf8).withUnsafeBytes { parser.append($0) }
    guard case .request(let request) = parser.next() else {
        preconditionFailure("no request: \(head)")
    }
    return request
}
