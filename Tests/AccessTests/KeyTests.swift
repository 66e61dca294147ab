import Testing
import Texts

@testable import Access

@Suite("Keys")
struct KeyTests {
    @Test("A key is ov_, its role's letter and 26 digits, and only its digest is stored")
    func form() throws {
        for (role, letter) in zip(Role.allCases, ["v", "t", "h", "i", "d", "m", "o", "a"]) {
            let key = Key.random(role)
            let pattern = try Regex("ov_\(letter)_[0-9abcdefghjkmnpqrstvwxyz]{26}")
            #expect(key.text.string.wholeMatch(of: pattern) != nil)
            #expect(Key(key.text)?.role == role)
            #expect(Key.random(role).text != key.text)
            #expect(!"\(key)".contains(key.text.string))
        }
        for text in [
            "", "ov_v_", "ov_x_00000000000000000000000000", "ov_v_0000000000000000000000000",
            "ov_v_0000000000000000000000000u", "OV_V_00000000000000000000000000",
            "ov_v_000000000000000000000000000",
        ] {
            #expect(Key(Text(text)) == nil, "\(text)")
        }
        // The example of FIPS 180-4.
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        let digest = KeyDigest(of: "abc")
        #expect(digest.hexadecimal == Text(abc))
        #expect(KeyDigest(hexadecimal: digest.hexadecimal) == digest)
        #expect(KeyDigest(of: "abd") != digest)
    }
}
