/// The sample inputs with which the fuzzing begins.
enum Samples {
    static let requests = [
        "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "\r\nGET /v1/rooms/a%2Fb/frame?x=1&y=%C3%A9+z HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\nHost: [::1]:8080\r\n\r\n",
        "GET http://localhost:80/healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        "POST /v1/rooms/main/gifts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "Content-Length: 15\r\nIdempotency-Key: k\r\nExpect: 100-continue\r\n\r\n"
            + "{\"gift\":\"Rose\"}HEAD /x HTTP/1.1\r\nHost: a\r\n\r\n",
        "PUT /a HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        handshake,
    ]

    static let handshake =
        "GET /v1/rooms/main/stream?fps=30 HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
        + "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: ovation.v1.binary\r\n\r\n"

    static let documents = [
        "[null,true,false,0,-1.5e-3,123456789012345678]",
        "{\"a\":\"\\u00e9\\ud83d\\ude00\\n\",\"b\":{\"\":[{}]}}", "\u{FEFF} \"x\"\t",
    ]

    static let messages = [
        "{\"type\":\"tap\",\"call\":\"c\"}", "{\"type\":\"dismiss\",\"call\":\"c\"}",
        "{\"type\":\"visibility\",\"visible\":true,\"active\":false}",
        "{\"type\":\"rate\",\"fps\":30}",
    ]

    static let configurations = [
        "{\"stage\":{\"width\":1920,\"height\":1080,\"waitForViewer\":true}}",
        "{\"gifts\":{\"enabled\":true,\"x\":24,\"y\":-320,\"channels\":4,\"width\":200,\"height\":40,"
            + "\"gap\":10,\"entrance\":0.25,\"popScale\":3,\"dipScale\":0.7,\"pop\":0.25,\"settle\":0,"
            + "\"settleDamping\":0.001,\"settleVelocity\":-1000,\"linger\":60,\"hurry\":0.5,\"exit\":0,"
            + "\"exitShift\":4096,\"turn\":0.1,\"queueLimit\":2,\"catchUpFrom\":0,\"catchUpDivisor\":5}}",
        "{\"ticker\":{\"enabled\":true,\"entryX\":124,\"entryY\":350,\"margin\":85,\"rows\":2,"
            + "\"entrance\":0,\"pan\":0,\"tick\":1,\"steps\":1,\"pop\":0.5,\"settle\":0.5,\"fade\":0,"
            + "\"queueLimit\":1},\"gifts\":{\"enabled\":false}}",
        "{\"counters\":{\"max\":1},\"captions\":{\"align\":\"right\",\"max\":1,\"gap\":0},\"calls\":"
            + "{\"max\":1,\"vanish\":0,\"move\":0,\"entrance\":0,\"repetition\":true,"
            + "\"repetitionKey\":\"name\",\"tapVanish\":true}}",
        catalogue,
    ]

    static let catalogue =
        "{\"catalogue\":{\"rose\":{\"name\":\"Rose\",\"image\":\"/a.svg\",\"sound\":\"/a.mp3\","
        + "\"value\":5000,\"effect\":{\"src\":\"/a.webm\",\"duration\":0.1}},\"x\":{}}}"

    static let lines = [
        "{\"at\":0,\"type\":\"config\",\"config\":" + catalogue + "}",
        "{\"at\":0,\"type\":\"gift\",\"gift\":\"rose\"}",
        "{\"at\":0,\"type\":\"gift\",\"sender\":\"Ann\",\"gift\":\"Rose\",\"count\":99}",
        "{\"at\":0.1,\"type\":\"gift\",\"sender\":{\"id\":\"b\",\"name\":\"Bo\",\"avatar\":\"/a.png\"},"
            + "\"gift\":{\"id\":\"g\",\"name\":\"Car\",\"image\":\"https://x/y\",\"value\":3.5}}",
        "{\"at\":0.2,\"type\":\"call\",\"user\":\"Cy\",\"id\":\"c1\",\"seq\":7}",
        "{\"at\":0.3,\"type\":\"call\",\"user\":{\"name\":\"Di\"}}",
        "{\"at\":0.4,\"type\":\"tap\",\"call\":\"c1\"}",
        "{\"at\":0.5,\"type\":\"dismiss\",\"call\":\"c1\"}",
        "{\"at\":0.6,\"type\":\"counter\",\"name\":\"n\",\"to\":-1234567.891,\"from\":3,\"duration\":1.5,"
            + "\"easing\":\"easeIn\",\"format\":\"decimal\",\"prefix\":\"$\",\"suffix\":\" x\","
            + "\"grouping\":true}",
        "{\"at\":0.7,\"type\":\"caption\",\"text\":\"H\u{e9}\u{1F1E9}\u{1F1EA}y\",\"effect\":\"shine\","
            + "\"slot\":\"s\",\"duration\":1,\"hold\":null,\"exit\":0.5}",
        "{\"at\":0.8,\"type\":\"caption\",\"text\":\"wave\",\"effect\":\"wave\",\"hold\":0.1}",
        "{\"at\":0.8,\"type\":\"goal\",\"name\":\"g\",\"title\":\"Stars\",\"target\":5e5,"
            + "\"measure\":\"value\",\"gift\":\"Star\",\"start\":3}",
        "{\"at\":0.9,\"type\":\"control\",\"action\":\"hold\"}",
        "{\"at\":0.9,\"type\":\"config\",\"config\":{\"leaders\":{\"enabled\":true,\"title\":\"Top\",\"rows\":2,"
            + "\"by\":\"count\",\"anonymous\":true,\"period\":\"week\",\"timeZone\":\"Asia/Tokyo\"}}}",
        "{\"at\":1,\"type\":\"gift\",\"gift\":\"Star\",\"count\":1000000}",
        "{\"at\":1.1,\"type\":\"config\",\"config\":{\"gifts\":{\"channels\":1,\"linger\":null}}}",
        "", "{\"at\":1.2,\"type\":\"control\",\"action\":\"resume\"}",
        "{\"at\":2,\"type\":\"deleteCounter\",\"name\":\"n\"}",
        "{\"at\":2,\"type\":\"deleteGoal\",\"name\":\"g\"}",
        "{\"at\":2,\"type\":\"deleteCaption\",\"slot\":\"s\"}",
        "{\"at\":3,\"type\":\"control\",\"action\":\"skip\"}",
        "{\"at\":4,\"type\":\"control\",\"action\":\"clear\"}",
        "{\"at\":5,\"type\":\"control\",\"action\":\"resetLeaders\"}",
    ]
}
