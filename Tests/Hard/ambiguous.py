"""Requests that two readers might understand in two ways.

Each hides a second request, which records a gift in the room `smuggled`, in what may or may not be
the body of the first.
"""

GIFT = b'{"gift":"Smuggled"}'
HIDDEN = (
    b"POST /v1/rooms/smuggled/gifts HTTP/1.1\r\nHost: localhost\r\n"
    b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(GIFT)) + GIFT
POST = b"POST /v1/rooms/front/gifts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
CHUNKED = b"0\r\n\r\n" + HIDDEN


def lengths(*fields):
    """A POST with these lines for its length, and the hidden request as its body."""
    return POST + b"".join(field + b"\r\n" for field in fields) + b"\r\n" + HIDDEN


def coded(*fields, body=CHUNKED):
    return POST + b"".join(field + b"\r\n" for field in fields) + b"\r\n" + body


LENGTH = b"Content-Length: %d" % len(HIDDEN)
CODED_LENGTH = b"Content-Length: %d" % len(CHUNKED)

REQUESTS = {
    # Two lengths.
    "a length twice": lengths(LENGTH, LENGTH),
    "two lengths": lengths(LENGTH, b"Content-Length: 0"),
    "two lengths turned round": lengths(b"Content-Length: 0", LENGTH),
    "a list of lengths": lengths(b"Content-Length: %d, 0" % len(HIDDEN)),
    "a list of the same length": lengths(b"Content-Length: %d, %d" % (len(HIDDEN), len(HIDDEN))),
    "a length with a plus": lengths(b"Content-Length: +%d" % len(HIDDEN)),
    "a negative length": lengths(b"Content-Length: -1"),
    "a hexadecimal length": lengths(b"Content-Length: 0x10"),
    "a length of nothing": lengths(b"Content-Length:"),
    "a length beyond 64 bits": lengths(b"Content-Length: 18446744073709551616"),
    "a length with a zero before": lengths(b"Content-Length: 0%d" % len(HIDDEN)),
    "a length with a space within": lengths(b"Content-Length: 1 0"),
    "a length with a space before the colon": lengths(b"Content-Length : %d" % len(HIDDEN)),
    "a length with a tab before the colon": lengths(b"Content-Length\t: %d" % len(HIDDEN)),
    "a length with a space before its name": lengths(b"X: y", b" " + LENGTH),
    "a length with a vertical tab": lengths(b"Content-Length:\x0b%d" % len(HIDDEN)),
    "a length with a zero byte": lengths(LENGTH + b"\0"),
    "a length with a bare return": lengths(b"X: y\r" + LENGTH),
    "a length with a bare line feed": lengths(b"X: y\n" + LENGTH),
    "a length with an underscore": lengths(b"Content_Length: %d" % len(HIDDEN)),
    "a length folded": lengths(b"Content-Length:\r\n %d" % len(HIDDEN)),
    "a length that Connection names": lengths(b"Connection: keep-alive, Content-Length", LENGTH),
    "no length": lengths(b"X: y"),
    "a length on a GET": GET + LENGTH + b"\r\n\r\n" + HIDDEN,
    "a length on a DELETE": b"DELETE /v1/rooms/front/calls/x HTTP/1.1\r\nHost: localhost\r\n" + LENGTH
    + b"\r\n\r\n" + HIDDEN,
    "a length of HTTP/1.0": lengths(LENGTH).replace(b"HTTP/1.1", b"HTTP/1.0", 1),
    # Lengths and chunks.
    "length, then chunks": coded(CODED_LENGTH, b"Transfer-Encoding: chunked"),
    "chunks, then length": coded(b"Transfer-Encoding: chunked", CODED_LENGTH),
    "chunks and a short length": coded(b"Transfer-Encoding: chunked", b"Content-Length: 5"),
    "chunks and a length of none": coded(b"Content-Length: 0", b"Transfer-Encoding: chunked"),
    "chunks": coded(b"Transfer-Encoding: chunked"),
    "chunks of HTTP/1.0": coded(b"Transfer-Encoding: chunked").replace(b"HTTP/1.1", b"HTTP/1.0", 1),
    "chunks on a GET": GET + b"Transfer-Encoding: chunked\r\n\r\n" + CHUNKED,
    "chunks, spelled oddly": coded(b"tRANSFER-eNCODING: cHUNKED", CODED_LENGTH),
    "chunks with a space before the colon": coded(b"Transfer-Encoding : chunked", CODED_LENGTH),
    "chunks with a tab": coded(b"Transfer-Encoding:\tchunked", CODED_LENGTH),
    "chunks with a vertical tab": coded(b"Transfer-Encoding: \x0bchunked", CODED_LENGTH),
    "chunks with a zero byte": coded(b"Transfer-Encoding: chunked\0", CODED_LENGTH),
    "chunks in quotes": coded(b'Transfer-Encoding: "chunked"', CODED_LENGTH),
    "chunks with a comma before": coded(b"Transfer-Encoding: , chunked", CODED_LENGTH),
    "chunks and identity": coded(b"Transfer-Encoding: chunked, identity", CODED_LENGTH),
    "identity and chunks": coded(b"Transfer-Encoding: identity, chunked", CODED_LENGTH),
    "identity": coded(b"Transfer-Encoding: identity", CODED_LENGTH),
    "chunks twice": coded(b"Transfer-Encoding: chunked", b"Transfer-Encoding: chunked"),
    "chunks, then nonsense": coded(b"Transfer-Encoding: chunked", b"Transfer-Encoding: cow"),
    "nonsense": coded(b"Transfer-Encoding: xchunked", CODED_LENGTH),
    "gzip and chunks": coded(b"Transfer-Encoding: gzip, chunked", CODED_LENGTH),
    "chunks folded": coded(b"Transfer-Encoding:\r\n chunked", CODED_LENGTH),
    "chunks in a folded field": coded(b"X: y\r\n Transfer-Encoding: chunked", CODED_LENGTH),
    "chunks with an underscore": coded(b"Transfer_Encoding: chunked", CODED_LENGTH),
    "chunks that Connection names": coded(
        b"Connection: transfer-encoding", b"Transfer-Encoding: chunked", CODED_LENGTH),
    "chunks behind a bare return": coded(b"X: y\rTransfer-Encoding: chunked", CODED_LENGTH),
    "chunks behind a bare line feed": coded(b"X: y\nTransfer-Encoding: chunked", CODED_LENGTH),
    # The chunks themselves.
    "a chunk with an extension": coded(
        b"Transfer-Encoding: chunked", body=b"13;a=b\r\n" + GIFT + b"\r\n0\r\n\r\n" + HIDDEN),
    "an extension with a line feed": coded(
        b"Transfer-Encoding: chunked", body=b"13;a\nb\r\n" + GIFT + b"\r\n0\r\n\r\n" + HIDDEN),
    "a chunk with a bare line feed": coded(
        b"Transfer-Encoding: chunked", body=b"13\n" + GIFT + b"\n0\n\n" + HIDDEN),
    "a chunk of 2^64": coded(
        b"Transfer-Encoding: chunked", body=b"10000000000000013\r\n" + GIFT + b"\r\n" + CHUNKED),
    "a chunk of 0x": coded(
        b"Transfer-Encoding: chunked", body=b"0x13\r\n" + GIFT + b"\r\n" + CHUNKED),
    "a chunk of -1": coded(b"Transfer-Encoding: chunked", body=b"-1\r\n" + CHUNKED),
    "a last chunk with a trailer": coded(
        b"Transfer-Encoding: chunked", body=b"0\r\nContent-Length: 3\r\n\r\n" + HIDDEN),
    "a chunk without its end": coded(
        b"Transfer-Encoding: chunked", body=b"13\r\n" + GIFT + CHUNKED),
    # Targets, hosts and lines.
    "another host in the target": b"GET http://elsewhere/healthz HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a target with a user": b"GET http://a@localhost/healthz HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a target that is an authority": b"CONNECT localhost:80 HTTP/1.1\r\nHost: localhost:80\r\n\r\n"
    + HIDDEN,
    "two hosts": b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: elsewhere\r\n\r\n",
    "no host": b"GET /healthz HTTP/1.1\r\n\r\n",
    "a host with a space": b"GET /healthz HTTP/1.1\r\nHost: local host\r\n\r\n",
    "a host with a comma": b"GET /healthz HTTP/1.1\r\nHost: localhost, elsewhere\r\n\r\n",
    "a target with a space": b"GET /healthz x HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a target with a line feed": b"GET /healthz\nX: y HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a target with an escaped line": b"GET /healthz%0d%0aX:y HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a target with dots": b"GET /v1/../healthz HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a target with escaped dots": b"GET /%2e%2e/healthz HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a target with two slashes": b"GET //healthz HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a target with a fragment": b"GET /healthz#x HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a tab between": b"GET\t/healthz\tHTTP/1.1\r\nHost: localhost\r\n\r\n",
    "two spaces between": b"GET  /healthz  HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "no version": b"GET /healthz\r\n\r\n",
    "another version": b"GET /healthz HTTP/1.2\r\nHost: localhost\r\n\r\n",
    "version 2": b"GET /healthz HTTP/2.0\r\nHost: localhost\r\n\r\n",
    "version 11": b"GET /healthz HTTP/11.1\r\nHost: localhost\r\n\r\n",
    "the preface of HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "bare line feeds": GET.replace(b"\r\n", b"\n") + b"\n",
    "bare returns": GET.replace(b"\r\n", b"\r") + b"\r\r",
    "empty lines before": b"\r\n\r\n" + GET + b"\r\n",
    "a field without a colon": GET + b"nonsense\r\n\r\n",
    "a field without a name": GET + b": x\r\n\r\n",
    "a space before the first field": b"GET /healthz HTTP/1.1\r\n Host: localhost\r\n\r\n",
    "a method of small letters": b"post" + lengths(LENGTH)[4:],
    "a method with a space before": b" " + GET + b"\r\n",
    # Upgrades and expectations.
    "an upgrade to h2c": GET + b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
    b"HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n\r\n" + HIDDEN,
    "an upgrade of a POST": POST + b"Connection: Upgrade\r\nUpgrade: websocket\r\n" + LENGTH
    + b"\r\n\r\n" + HIDDEN,
    "a handshake of a wrong version": b"GET /v1/rooms/front/stream HTTP/1.1\r\nHost: localhost\r\n"
    b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 777\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n" + HIDDEN,
    "an expectation": POST + b"Expect: 100-continue\r\n" + LENGTH + b"\r\n\r\n" + HIDDEN,
    "another expectation": POST + b"Expect: 200-ok\r\n" + LENGTH + b"\r\n\r\n" + HIDDEN,
    "two requests at once": GET + b"\r\n" + GET + b"\r\n",
}
