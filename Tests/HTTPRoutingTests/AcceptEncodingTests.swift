import Testing
import Texts

@testable import HTTPRouting

@Suite("Accept-Encoding")
struct AcceptEncodingTests {
    @Test(
        "Gzip is used if the field names it with a weight above zero",
        arguments: [
            "gzip", "GZip", "x-gzip", "gzip, deflate, br, zstd", "br,gzip", "deflate ,\t gzip\t",
            "gzip;q=1", "gzip;q=1.0", "gzip;q=1.000", "gzip;q=0.001", "gzip;q=0.5",
            "gzip ; Q=0.5", "br;q=1.0, gzip;q=0.8, *;q=0.1", "*;q=0, gzip", "gzip, identity",
            "identity;q=0.5, gzip;q=0.5", "identity;q=0, gzip;q=0.1", ",, gzip ,,",
            "nonsense, gzip",
        ])
    func taken(field: Text) {
        #expect(AcceptEncoding(field).takesGzip)
    }

    @Test(
        "Gzip is used if the field accepts everything",
        arguments: ["*", "br, *", "*;q=0.1", "identity;q=0, *"])
    func everything(field: Text) {
        #expect(AcceptEncoding(field).takesGzip)
    }

    @Test(
        "Gzip is not used if the field omits it, refuses it or prefers identity",
        arguments: [
            nil, "", " ", ",", "identity", "br", "deflate, br", "gzip;q=0", "gzip;q=0.",
            "gzip;q=0.000",
            "*;q=0", "gzip;q=0, *", "*, gzip;q=0", "x-gzip;q=0, *", "gzip, gzip;q=0",
            "identity, gzip;q=0.9", "identity;q=0.501, gzip;q=0.5", "identity;q=1, *;q=0.5",
            "gzipped", "agzip", "gzi", "gzip2", "gzip br", "\"gzip\"",
        ])
    func notTaken(field: Text?) {
        #expect(!AcceptEncoding(field).takesGzip)
    }

    @Test(
        "An invalid weight counts as zero",
        arguments: [
            "q", "q=", "=1", "q=2", "q=1.001", "q=1.1", "q=-1", "q=.5", "q=0.1234", "q=1e0",
            "q=0,5",
            "q= 1", "q =1", "q=1 x", "q=0x1", "level=9", "q=1;q=1", "q=1;a=b", "", "q=\u{661}",
            "q=00.5",
            "q=0/5", "q=1:", "q=0.5.", "w=1", "q=:",
        ])
    func unclear(weight: Text) {
        #expect(!AcceptEncoding("gzip;\(weight)").takesGzip)
    }

    @Test("A field longer than the limit is ignored")
    func bounded() {
        let most = AcceptEncoding.maxBytes
        for filling in [",", " ", "a,", "gzip;q=1,", ";"] as [Text] {
            let count = most / filling.byteCount
            let long = Text(String(repeating: filling.string, count: count + 1))
            #expect(!AcceptEncoding("gzip, \(long)").takesGzip)
        }
        let longest = Text("gzip" + String(repeating: ",", count: most - 4))
        #expect(AcceptEncoding(longest).takesGzip)
        #expect(!AcceptEncoding(longest + ",").takesGzip)
    }
}
