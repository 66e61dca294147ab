import Foundation

/// Small valid files of each format, made by other programs or by hand.
enum AssetSamples {
    struct Sample: Sendable, CustomStringConvertible {
        let description: String
        let ending: String
        let bytes: [UInt8]
        var size: [Int]?
        var seconds: Double?
    }

    static let all = pictures + [wav, mp3, ogg, opus, webm, woff2]

    private static func picture(_ name: String, _ ending: String, _ text: String) -> Sample {
        Sample(
            description: name, ending: ending, bytes: Array(Data(base64Encoded: text)!),
            size: [24, 16])
    }

    // 24 × 16 pixels, written by Pillow 12.
    static let pictures = [
        picture(
            "png", "png",
            """
            iVBORw0KGgoAAAANSUhEUgAAABgAAAAQCAIAAACDRijCAAAAaklEQVR42qXPuw3AMAhFUdjB2cGZwPt3zgQewkOQwl\
            I+CiLAo3rV0YVF5Nh2go97qW0OIgI57qWu1eZArBtaVjrtBSFpCpRL06FEmgWF0n4gP+eCPJ8GIDstBhlpGUhNS0Lf\
            NAh6pqHQxZ3bEz9KuxsRbgAAAABJRU5ErkJggg==
            """),
        picture(
            "apng", "apng",
            """
            iVBORw0KGgoAAAANSUhEUgAAABgAAAAQCAIAAACDRijCAAAACGFjVEwAAAACAAAAAPONk3AAAAAaZmNUTAAAAAAAAA\
            AYAAAAEAAAAAAAAAAAAAEACgAAaufSoAAAAGtJREFUeJylzrENwCAMRFF7B7IDmYD9OzIBQzCEUyBBolgO9l111dNn\
            EbmOk+BxTbn0RkQgxzXl8UpviLWgYYXTXhCSpkCxNB0KpFmQK+0H2ue2oMkZlgOy03yQkRaB1LQg9E2DoGcaCk3uBt\
            sTP0rvIYENAAAAGmZjVEwAAAABAAAAGAAAABAAAAAAAAAAAAABAAoAAPGUOHQAAABkZmRBVAAAAAJ4nKXOMQ7AIAxD\
            UedU3H+DU7lDK2jVKJDYk6enbyRtGOQZOtgIQOQM/XlsUtqCbquc9oGUNAeqpflQIS2CUmkb6Jw7giYXWAkoTstBQV\
            oFctOK0D9Ngt5pKjS5C9JwO8aLlcjvAAAAAElFTkSuQmCC
            """),
        picture(
            "jpeg", "jpg",
            """
            /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarY\
            qMyP/L2u71////m8H////6/+b9//j/2wBDASstLTw1PHZBQXb4pYyl+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4\
            +Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj/wAARCAAQABgDASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAw\
            QFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkK\
            FhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmq\
            KjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEB\
            AQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRob\
            HBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOE\
            hYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+P\
            n6/9oADAMBAAIRAxEAPwCHesnEnDdnH9fX69frTXjZME8qejDoabTkkZMgcqeqnoag77W2G0VJsWTmPhu6H+nr9Ov1\
            ooC6P//Z
            """),
        picture(
            "progressive", "jpg",
            """
            /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarY\
            qMyP/L2u71////m8H////6/+b9//j/2wBDASstLTw1PHZBQXb4pYyl+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4\
            +Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj/wgARCAAQABgDASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAQAC/8\
            QAFgEBAQEAAAAAAAAAAAAAAAAAAAID/9oADAMBAAIQAxAAAAHAM7lqP//EABcQAAMBAAAAAAAAAAAAAAAAAAARMRD/\
            2gAIAQEAAQUCotZT/8QAFBEBAAAAAAAAAAAAAAAAAAAAEP/aAAgBAwEBPwE//8QAFBEBAAAAAAAAAAAAAAAAAAAAEP\
            /aAAgBAgEBPwE//8QAFhABAQEAAAAAAAAAAAAAAAAAIQAg/9oACAEBAAY/AnJf/8QAGhABAAIDAQAAAAAAAAAAAAAA\
            AQBREWFxEP/aAAgBAQABPyHJsuKOX6I5UwbKn//aAAwDAQACAAMAAAAQDD//xAAXEQADAQAAAAAAAAAAAAAAAAAAAR\
            Ex/9oACAEDAQE/EJMKj//EABQRAQAAAAAAAAAAAAAAAAAAABD/2gAIAQIBAT8QP//EAB0QAAIBBQEBAAAAAAAAAAAA\
            AAExIQARQVFxwRD/2gAIAQEAAT8QUhgPu+vtWkmSQI/byBJMkachkfm+Ptf/2Q==
            """),
        picture(
            "lossy", "webp",
            """
            UklGRoYAAABXRUJQVlA4IHoAAABQBACdASoYABAAPzmGuVOvKSWisAgB4CcJagCxG1yVaMtfgvIkk1O3mSgAAPFAjS\
            w6yA2QtDK8iVA2+h20L13wPV/IZ2B7vv8noCgwftTqTyc/w7dwZYVPLeifRHOK7L6tKN2jeUGNFmKDDd+ZIL/lma6S\
            tesAgUQAAA==
            """),
        picture(
            "lossless", "webp",
            """
            UklGRj4AAABXRUJQVlA4TDIAAAAvF8ADAA/wiv8n/z/lf/7jAawiyYojHSlIQQJSbnIn/RsJEf2vwsfJTiYRPl7GHy\
            xEAg==
            """),
        picture(
            "moving", "webp",
            """
            UklGRkoCAABXRUJQVlA4WAoAAAACAAAAFwAADwAAQU5JTQYAAAAAAAAAAABBTk1GDgEAAAAAAAAAABcAAA8AAGQAAA\
            JWUDgg9gAAADAHAJ0BKhgAEAA+bSySRaQioZgEAEAGxLUbgH8A0wP4BoAGCA/gGIA0zL935BP8v/gH9s4QAeIByAH9\
            VnC5cgvLAAD+7wbflcT59x8HH4mUnZFwW7/8sWnscJ0xlbuQ8G/yHm5Z8AxvXOEeld8NEv9URESkVZgI4j/RhYuvTF\
            naBf/YTA2aHnlX/6n/0+XoH/tof85lIAt59//9e//6Q9Py56cvWl/y2telIOaBXW/ihc7CC+AOhobl8cuEC+8ZAC6W\
            Mp8by0tVS8Riz7EFrK1t6BYrSFm3oFitHo7UrosPt3Xre033R1/RcUP8Z7veh/5OTEAAAEFOTUYIAQAAAAAAAAAAFw\
            AADwAAZAAAAFZQOCDwAAAAFAcAnQEqGAAQAD5tLJJFgwCAAADYlsNwDSA/lcwA/qs0g/yXkCyF/yz+Hf5H+k8QAPEA\
            5AD+qzhjCJAPwAAUrQAA/iw9pwZNeJ7kSlXEou57P+Cf6dV/R2PdVR18+JlZes+kOalubiWgZzpkoRoHX9W+qVKGdN\
            n/z9SZZFFDkeuufcu9/69bFogy72Oplswv7HSYif/+Of/5Xp1PMMGcWXiN+/fv9MP6925k0Djbv8z/0ar+foIA9CF8\
            zfG8lWzrE/31VWrWlhkrTiHTX3OacQ6a+03WvOScr4hzwVTmW/Ifxd51p9zviHPf/8HHUAAA
            """),
        picture(
            "gif", "gif",
            """
            R0lGODlhGAAQAIEAAP///8gUKAAAAAAAACH5BAAKAAAALAAAAAAYABAAAAg7AAEEGEiwoMGDBAEIRMiQ4cKGEBM+jA\
            hxIkWHFi8ezKixoMKODT+CRMhxpMiRBkuCPIkyYcuUKjsCCAgAIfkEAQoAAgAsAAAAABgAEACB////AMgAAAAAAAAA\
            CDsABQQYSLCgwYMEBQhEyJDhwoYQEz6MCHEiRYcWLx7MqLGgwo4NP4JEyHGkyJEGS4I8iTJhy5QqOwoICAA7
            """),
    ]

    static let svg = Array(
        #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 32"><path d="M0 0h9"/></svg>"#
            .utf8)

    static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    static func big(_ value: Int, _ count: Int) -> [UInt8] {
        little(value, count).reversed()
    }

    static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        Array(name.utf8) + little(body.count, 4) + body
    }

    /// A quarter of a second of silence at 8,000 samples of one byte.
    static let wav = wave(samples: 2000)

    static func wave(samples: Int) -> Sample {
        let format = little(1, 2) + little(1, 2) + little(8000, 4) + little(8000, 4) + [1, 0, 8, 0]
        let data = [UInt8](repeating: 128, count: samples)
        return Sample(
            description: "wav", ending: "wav",
            bytes: chunk("RIFF", Array("WAVE".utf8) + chunk("fmt ", format) + chunk("data", data)),
            seconds: Double(samples) / 8000)
    }

    /// Ten frames at 128 kbit/s and 44.1 kHz, with 417 bytes and 1,152 samples each.
    static let mp3 = Sample(
        description: "mp3", ending: "mp3",
        bytes: Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 4, 1, 2, 3, 4]
            + (0..<10).flatMap { _ in [0xFF, 0xFB, 0x90, 0] + [UInt8](repeating: 0, count: 413) },
        seconds: 0.261)

    private static func page(_ position: Int, _ packet: [UInt8]) -> [UInt8] {
        Array("OggS".utf8) + [0, 0] + little(position, 8) + little(1, 4) + little(0, 4)
            + little(0, 4) + [1, UInt8(packet.count)] + packet
    }

    static let ogg = Sample(
        description: "vorbis", ending: "ogg",
        bytes: page(
            0, [1] + Array("vorbis".utf8) + little(0, 4) + [2] + little(22_050, 4) + little(0, 10))
            + page(11_025, [UInt8](repeating: 7, count: 100)),
        seconds: 0.5)

    static let opus = Sample(
        description: "opus", ending: "ogg",
        bytes: page(
            0, Array("OpusHead".utf8) + [1, 2] + little(480, 2) + little(44_100, 4) + [0, 0, 0])
            + page(48_480, [UInt8](repeating: 7, count: 100)),
        seconds: 1)

    /// 320 × 180, 1.5 s, one cluster.
    static let webm: Sample = {
        var film = Film()
        (film.width, film.height) = (320, 180)
        return Sample(
            description: "webm", ending: "webm", bytes: film.bytes([Film.vp8(320, 180)]),
            size: [320, 180], seconds: 1.5)
    }()

    static let woff2 = Sample(
        description: "woff2", ending: "woff2",
        bytes: Array("wOF2".utf8) + big(0x10000, 4) + big(80, 4) + big(1, 2) + big(0, 2)
            + big(900, 4) + [UInt8](repeating: 0, count: 60))
}
