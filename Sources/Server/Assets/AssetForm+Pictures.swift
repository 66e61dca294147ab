import Texts

extension AssetForm {
    /// No picture is higher or wider, or has more pixels: to draw it takes a browser this much memory.
    private static let longestSide = 8192
    private static let mostPixels = 1 << 25

    /// Says what a file is by its content; throws if it is nothing that is taken, damaged, or more than it
    /// says it is.
    init(of file: inout FileWindow) throws(AssetFault) {
        if file.big(0, 4) == 0x8950_4E47 {
            self = try Self.png(&file)
        } else if file.has("GIF87a", at: 0) || file.has("GIF89a", at: 0) {
            self = try Self.gif(&file)
        } else if file.big(0, 3) == 0xFFD8FF {
            self = try Self.jpeg(&file)
        } else if file.has("RIFF", at: 0), file.has("WEBP", at: 8) {
            self = try Self.webp(&file)
        } else if let media = try Self.media(&file) {
            self = media
        } else {
            self = try SVGCheck.form(of: &file)
        }
    }

    mutating func setSize(_ width: Int, _ height: Int) throws(AssetFault) {
        guard width > 0, height > 0 else { throw AssetFault(detail: "the picture has no size") }
        guard max(width, height) <= Self.longestSide, width * height <= Self.mostPixels else {
            throw AssetFault(
                detail: "the picture has \(width) × \(height) pixels; the most are "
                    + "\(Self.longestSide) a side and \(Self.mostPixels) together")
        }
        self.width = width
        self.height = height
    }

    private static func png(_ file: inout FileWindow) throws(AssetFault) -> AssetForm {
        guard file.big(0, 8) == Int(bitPattern: 0x8950_4E47_0D0A_1A0A), file.big(8, 4) == 13,
            file.has("IHDR", at: 12)
        else { throw .cutShort("PNG") }
        var isMoving = false
        var hasPixels = false
        var at = 8
        while true {
            let length = file.big(at, 4)
            guard at + 12 + length <= file.count else { throw .cutShort("PNG") }
            if file.has("acTL", at: at + 4) { isMoving = true }
            if file.has("IDAT", at: at + 4) { hasPixels = true }
            let isEnd = file.has("IEND", at: at + 4)
            at += 12 + length
            if isEnd { break }
        }
        guard hasPixels else { throw .cutShort("PNG") }
        guard at == file.count else { throw .goesOn("PNG") }
        var form = AssetForm(ending: isMoving ? "apng" : "png")
        try form.setSize(file.big(16, 4), file.big(20, 4))
        return form
    }

    private static func gif(_ file: inout FileWindow) throws(AssetFault) -> AssetForm {
        var form = AssetForm(ending: "gif")
        try form.setSize(file.little(6, 2), file.little(8, 2))
        func colours(_ flags: UInt8) -> Int { flags & 0x80 != 0 ? 3 * (2 << Int(flags & 7)) : 0 }
        func skipBlocks(_ start: Int, _ file: inout FileWindow) -> Int {
            var at = start
            while at < file.count, file[at] != 0 { at += Int(file[at]) + 1 }
            return at + 1
        }
        var at = 13 + colours(file[10])
        var pictures = 0
        while at < file.count, file[at] != 0x3B {
            switch file[at] {
            case 0x21: at = skipBlocks(at + 2, &file)
            case 0x2C:
                pictures += 1
                at = skipBlocks(at + 11 + colours(file[at + 9]), &file)
            default: throw .cutShort("GIF")
            }
        }
        guard at < file.count, pictures > 0 else { throw .cutShort("GIF") }
        guard at + 1 == file.count else { throw .goesOn("GIF") }
        return form
    }

    private static func jpeg(_ file: inout FileWindow) throws(AssetFault) -> AssetForm {
        var form = AssetForm(ending: "jpg")
        var at = 2
        while true {
            guard at + 1 < file.count, file[at] == 0xFF else { throw .cutShort("JPEG") }
            let marker = file[at + 1]
            switch marker {
            case 0xFF: at += 1
            case 0x01, 0xD0...0xD8: at += 2
            case 0xD9:
                guard form.width != nil else { throw .cutShort("JPEG") }
                guard at + 2 == file.count else { throw .goesOn("JPEG") }
                return form
            default:
                let length = file.big(at + 2, 2)
                guard length >= 2, at + 2 + length <= file.count else { throw .cutShort("JPEG") }
                if 0xC0...0xCF ~= marker, ![0xC4, 0xC8, 0xCC].contains(marker) {
                    try form.setSize(file.big(at + 7, 2), file.big(at + 5, 2))
                }
                at += 2 + length
                if marker == 0xDA { at = endOfScan(at, &file) }
            }
        }
    }

    /// Where the next marker stands that is not part of packed pixels.
    private static func endOfScan(_ start: Int, _ file: inout FileWindow) -> Int {
        var at = start
        while at < file.count {
            if file[at] == 0xFF, file[at + 1] != 0, !(0xD0...0xD7 ~= file[at + 1]) { return at }
            at += 1
        }
        return at
    }

    private static func webp(_ file: inout FileWindow) throws(AssetFault) -> AssetForm {
        let end = file.little(4, 4) + 8
        guard end <= file.count else { throw .cutShort("WebP") }
        guard end == file.count else { throw .goesOn("WebP") }
        var at = 12
        while at < end {
            at += 8 + file.little(at + 4, 4)
            at += at % 2
        }
        guard at == end else { throw .cutShort("WebP") }
        var form = AssetForm(ending: "webp")
        if file.has("VP8X", at: 12) {
            try form.setSize(1 + file.little(24, 3), 1 + file.little(27, 3))
        } else if file.has("VP8L", at: 12) {
            let bits = file.little(21, 4)
            try form.setSize(1 + bits & 0x3FFF, 1 + bits >> 14 & 0x3FFF)
        } else if file.has("VP8 ", at: 12) {
            try form.setSize(file.little(26, 2) & 0x3FFF, file.little(28, 2) & 0x3FFF)
        } else {
            throw .cutShort("WebP")
        }
        return form
    }
}
