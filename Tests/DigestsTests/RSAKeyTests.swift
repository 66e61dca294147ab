import Digests
import Foundation
import Testing

/// Keys and the signature are made by openssl's command.
@Suite("RSA keys")
struct RSAKeyTests {
    private static let key: String = """
        -----BEGIN PUBLIC KEY-----
        MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAsaQffGUQYo0OFmrjrXx2
        jErnB2GNvnENjK8VYep15HscSTXPSz9LMDMiTMAVnCNuLukTl493SRc7STsR2lC1
        LFKd9M/CGCGJ1vYakl/qd0M5WZM3clnhIF4kbcIee/mKmaPLIXzHKVn33OYiPOSy
        Z7xrPWMmWD6kJyWYblBjIypzhb630fU4v4vm6ub/W7MQ81j9VJX5A6XhjolAXGCK
        0aga9k4qxDEejEO+Hm/oKQS/8CORDAIkuyR3Kg/hYjLGBrZp88GG4I+NaSuDi6Sb
        ifBK1Lbl+gkK6uzs5Dimz+GrWF3iT8G4huUpAHNCQd7zUqKgdOxspiZ5Sfppbuxl
        DQIDAQAB
        -----END PUBLIC KEY-----
        """

    /// The signature of "the message".
    private static let signature: [UInt8] = [UInt8](
        Data(
            base64Encoded: """
                aP47K4/vmd1ZTihKeRIyG8S2Eqln9TC2egD8FqGkKVPdbXubztKS6PpFiwGRfRTs8jRpgxETgbhH\
                NAUIJ5fLWOEhzr1yBKUsw49PW785mC0dZFj/ozWpNeQMi0YUAI+Vy3oGU4/+NKdEE3652Pp/4Iwq\
                co393JIVW8c9ecj6ymHSU0XBZZXirK8BM/n9FkTxS3cyfYTeWbh5o2JHgpC91I8sYxtqf+SeglHz\
                HUMu9UfCh/zUCt6kmywDonG8bUFzkc690J5Z/26HsXwytvUDXM+qlImNb/Ntxwu3SsTmv2GCA/uY\
                7kxpXJwc7sEF38tAnsp1FJq8XixDAdVMZxJ1lg==
                """)!)

    private static let others: [String: String] = [
        "1024 bits": """
        -----BEGIN PUBLIC KEY-----
        MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDQQ5BsxAznzQBXjhwqJfllp+xv
        QWRrm6rH38wJzD0ANzJLGDQOVj2qPMaJVIzOu+qkeyhrrEGviAjrXd3TeO5TZqnf
        Nl+ejEvfNWwg7B0OPrQnmgA+WawNFxMmjWDZ1TxBkSGc42kmt1bCdQd69Lsd+gH3
        3eNJx17w3vemmhDRBwIDAQAB
        -----END PUBLIC KEY-----
        """,
        "an elliptic curve": """
        -----BEGIN PUBLIC KEY-----
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEMip4dZJP64/PExHZot7SK5PMl89R
        uzubuvpiIMYY6AJ06O5lR7MVaOno7dbmWthDfBLEyi+fWij+eiM0Buzv/Q==
        -----END PUBLIC KEY-----
        """,
        "an exponent of 66 bits": """
        -----BEGIN PUBLIC KEY-----
        MIIBKDANBgkqhkiG9w0BAQEFAAOCARUAMIIBEAKCAQEAtMnqbbgwNSlN9D6/lbH2
        75GilFTEz2RcdLKp+2Yp4NJJtYoN01SlOY9Bmb65vDxSXtRY22InXAfY9Qr/LDUK
        PEGdEOEESoY1GladQ2bDutpW/Qfw8gSfpcrjv/kAfDW9kw+IkHBiQHK5+0MiRvLj
        ROCctoJKcezudwuqmmd5xEqyuwzZ39pkvODPAYm3KI8kVjL2w/ujb+0NE0LOBPog
        2ejX7DGw70O8H7jVv0XQ32j+ldNON6s+XAArpq9RAz5EkO/lTIlStnVqssNLXXe+
        WVkeGGxN9o03zKdOOPbHpbkgcgBDoTLm489TO4PeP9kYOMlETjZCIQqGH/QLdEpm
        sQIJAgAAAAAAAACD
        -----END PUBLIC KEY-----
        """,
        "an RSA-PSS key": """
        -----BEGIN PUBLIC KEY-----
        MIIBIDALBgkqhkiG9w0BAQoDggEPADCCAQoCggEBANrQj9iV+lb/j+ZJzTXsUTSV
        9vwePRanvGgd9e4HxrSF+zlteTuU7GYUCCxDvCtUtMoFK/IfPqbtRnxoR92NKF5y
        sRQloOw0z8RvEGJk1dyzHADBs2wO4nqqBxAQukyi7EIn9GyZ3mZ63aWAuLyFwDtZ
        gip+Z4R9pTRh8qqUxWIlsMb779kbhwmBIrTglToBJaXDQUpNOBaA322GSlV8Vzam
        wlrklPvLJCA/44RyVwTf+iRZ30rdXlyz1J3uL3oNAvN1L52lHc7VfJmK8gneI5w8
        IE93Kc7yigPntEId2WoRKxfzJwQrXOtIo4+dedfUSggE/ptSEvX2lNDDK0nAwFUC
        AwEAAQ==
        -----END PUBLIC KEY-----
        """,
    ]

    @Test("A signature is valid only for its own message, key and bytes")
    func signatures() throws {
        let key = try #require(RSAKey(pem: Self.key))
        let message = Array("the message".utf8)
        #expect(key.isSignature(Self.signature, of: message))
        #expect(!key.isSignature(Self.signature, of: message + [0]))
        #expect(!key.isSignature([], of: message))
        #expect(!key.isSignature(Array(Self.signature.dropLast()), of: message))
        #expect(!key.isSignature(Self.signature + [0], of: message))
        for index in Self.signature.indices {
            var changed = Self.signature
            changed[index] ^= 1
            #expect(!key.isSignature(changed, of: message))
        }
    }

    @Test("Keys of other kinds and sizes are refused", arguments: others.keys.sorted())
    func refusals(kind: String) throws {
        #expect(RSAKey(pem: try #require(Self.others[kind])) == nil)
    }

    /// A library freed a damaged key twice, which ended the process in one of six runs.
    @Test(
        "A damaged key does not crash the process, and a key with another modulus accepts no signature"
    )
    func damage() throws {
        let lines = Self.key.split(separator: "\n")
        let bytes = Array(try #require(Data(base64Encoded: lines[1..<lines.count - 1].joined())))
        let modulus = 33..<289
        for count in bytes.indices { #expect(!takesSignature(Array(bytes[..<count])), "\(count)") }
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 0x81
            let isTaken = takesSignature(changed)
            #expect(!(isTaken && modulus.contains(index)), "\(index)")
        }
    }

    private func takesSignature(_ key: [UInt8]) -> Bool {
        let pem = """
            -----BEGIN PUBLIC KEY-----
            \(Data(key).base64EncodedString(options: .lineLength64Characters))
            -----END PUBLIC KEY-----
            """
        return RSAKey(pem: pem)?.isSignature(Self.signature, of: Array("the message".utf8)) ?? false
    }

    @Test("A text that is not a public key is refused without a password prompt")
    func texts() {
        let encrypted = """
            -----BEGIN PUBLIC KEY-----
            Proc-Type: 4,ENCRYPTED
            DEK-Info: AES-256-CBC,00000000000000000000000000000000

            AAAAAAAAAAAAAAAAAAAAAA==
            -----END PUBLIC KEY-----
            """
        for text in [
            "", "key", "\0", Self.key.replacing("PUBLIC KEY", with: "CERTIFICATE"), encrypted,
        ] {
            #expect(RSAKey(pem: text) == nil)
        }
    }
}
