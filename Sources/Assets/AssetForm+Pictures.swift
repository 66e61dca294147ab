import Texts

/// Recognizes the type of an uploaded file by its bytes, and checks the structure and size of pictures.
extension AssetForm {
    /// Limits of a picture's size, because a browser needs memory in proportion to its pixels.
    private static let longestSide = 8192
    private static let mostPixels = 1 << 25
    /// The page shows at most this many frames of a moving picture.
    private static let mostFrames = 10_000
    /// Each scan of a progressive JPEG goes over all its pixels.
    private static let mostScans = 100

    /// Finds the form of a file from its content; throws if the server does not take the form, if the file is damaged,
    /// or if it holds more than its header states.
    ///
    /// Takes time in proportion to the file's size at most.
    init(of file: inout FileWindow) throws(AssetFault) {
        do throws(AssetFault) {
            self = try Self.form(of: &file)
        } catch {
            throw file.isSpent ? .tooComplex : error
        }
        if file.isSpent { throw .tooComplex }
    }

    private static func form(of file: inout FileWindow) throws(AssetFault) -> AssetForm {
        if file.big(0, 4) == 0x8950_4E47 { return try png(&file) }
        if file.has("GIF87a", at: 0) || file.has("GIF89a", at: 0) { return try gif(&file) }
        if file.big(0, 3) == 0xFFD8FF { return try jpeg(&file) }
        if file.has("RIFF", at: 0), file.has("WEBP", at: 8) { return try webp(&file) }
        if let media = try media(&file) { return media }
        throw isSVG(&file) ? AssetFault.svg : AssetFault.unknown
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

    /// Counts a frame of a moving picture, and checks that it lies within the picture.
    private func checkFrame(
        _ frames: inout Int, x: Int, y: Int, width: Int, height: Int
    ) throws(AssetFault) {
        frames += 1
        guard frames <= Self.mostFrames else {
            throw AssetFault(detail: "the picture has more than \(Self.mostFrames) frames")
        }
        let (whole, high) = (self.width ?? 0, self.height ?? 0)
        guard width > 0, height > 0, x + width <= whole, y + height <= high else {
            throw AssetFault(
                detail: "a frame of \(width) × \(height) pixels at \(x), \(y) reaches beyond the "
                    + "picture of \(whole) × \(high)")
        }
    }

    // MARK: PNG

    private static func png(_ file: inout FileWindow) throws(AssetFault) -> AssetForm {
        guard file.big(0, 8) == Int(bitPattern: 0x8950_4E47_0D0A_1A0A), file.big(8, 4) == 13,
            file.has("IHDR", at: 12)
        else { throw .cutShort("PNG") }
        var still = AssetForm(ending: "png")
        try still.setSize(file.big(16, 4), file.big(20, 4))
        var (isMoving, hasPixels, frames) = (false, false, 0)
        var at = 33
        while true {
            let (length, name) = (file.big(at, 4), file.big(at + 4, 4))
            guard at + 12 + length <= file.count else { throw .cutShort("PNG") }
            switch name {
            case 0x4948_4452: throw AssetFault(detail: "the PNG has two headers")
            case 0x6163_544C: isMoving = true  // acTL
            case 0x4944_4154: hasPixels = true  // IDAT
            case 0x6663_544C:  // fcTL
                guard length == 26 else { throw .cutShort("PNG") }
                try still.checkFrame(
                    &frames, x: file.big(at + 20, 4), y: file.big(at + 24, 4),
                    width: file.big(at + 12, 4), height: file.big(at + 16, 4))
            default: break
            }
            at += 12 + length
            if name == 0x4945_4E44 { break }  // IEND
        }
        guard hasPixels else { throw .cutShort("PNG") }
        guard at == file.count else { throw .goesOn("PNG") }
        guard isMoving else { return still }
        var form = AssetForm(ending: "apng")
        (form.width, form.height) = (still.width, still.height)
        return form
    }

    // MARK: GIF

    private static func gif(_ file: inout FileWindow) throws(AssetFault) -> AssetForm {
        var form = AssetForm(ending: "gif")
        try form.setSize(file.little(6, 2), file.little(8, 2))
        func colors(_ flags: UInt8) -> Int { flags & 0x80 != 0 ? 3 * (2 << Int(flags & 7)) : 0 }
        func skipBlocks(_ start: Int, _ file: inout FileWindow) -> Int {
            var at = start
            while at < file.count {
                let length = Int(file[at])
                if length == 0 { break }
                at += length + 1
            }
            return at + 1
        }
        var at = 13 + colors(file[10])
        var frames = 0
        while at < file.count {
            let mark = file[at]
            if mark == 0x3B { break }
            switch mark {
            case 0x21: at = skipBlocks(at + 2, &file)
            case 0x2C:
                try form.checkFrame(
                    &frames, x: file.little(at + 1, 2), y: file.little(at + 3, 2),
                    width: file.little(at + 5, 2), height: file.little(at + 7, 2))
                at = skipBlocks(at + 11 + colors(file[at + 9]), &file)
            default: throw .cutShort("GIF")
            }
        }
        guard at < file.count, frames > 0 else { throw .cutShort("GIF") }
        guard at + 1 == file.count else { throw .goesOn("GIF") }
        return form
    }

    // MARK: JPEG

    private static func jpeg(_ file: inout FileWindow) throws(AssetFault) -> AssetForm {
        var form = AssetForm(ending: "jpg")
        var (at, scans) = (2, 0)
        while true {
            guard at + 1 < file.count, file[at] == 0xFF else { throw .cutShort("JPEG") }
            let marker = file[at + 1]
            switch marker {
            case 0xFF: at += 1
            case 0x01, 0xD0...0xD8: at += 2
            case 0xD9:
                guard form.width != nil, scans > 0 else { throw .cutShort("JPEG") }
                guard at + 2 == file.count else { throw .goesOn("JPEG") }
                return form
            default:
                let length = file.big(at + 2, 2)
                guard length >= 2, at + 2 + length <= file.count else { throw .cutShort("JPEG") }
                if 0xC0...0xCF ~= marker, ![0xC4, 0xC8, 0xCC].contains(marker) {
                    guard form.width == nil else {
                        throw AssetFault(detail: "the JPEG states its size twice")
                    }
                    try form.setSize(file.big(at + 7, 2), file.big(at + 5, 2))
                }
                at += 2 + length
                guard marker == 0xDA else { continue }
                scans += 1
                guard scans <= mostScans else {
                    throw AssetFault(detail: "the JPEG has more than \(mostScans) scans")
                }
                at = endOfScan(at, &file)
            }
        }
    }

    /// Returns the offset of the next marker that is not part of the compressed pixels.
    private static func endOfScan(_ start: Int, _ file: inout FileWindow) -> Int {
        var at = file.place(of: 0xFF, from: start)
        while at < file.count {
            let next = file[at + 1]
            if next != 0, !(0xD0...0xD7 ~= next) { return at }
            at = file.place(of: 0xFF, from: at + 1)
        }
        return at
    }

    // MARK: WebP

    private static func webp(_ file: inout FileWindow) throws(AssetFault) -> AssetForm {
        let end = file.little(4, 4) + 8
        guard end <= file.count else { throw .cutShort("WebP") }
        guard end == file.count else { throw .goesOn("WebP") }
        var form = AssetForm(ending: "webp")
        if file.has("VP8X", at: 12) {
            try form.setSize(1 + file.little(24, 3), 1 + file.little(27, 3))
        } else {
            guard let (width, height) = webpSize(12, &file) else { throw .cutShort("WebP") }
            try form.setSize(width, height)
        }
        var (at, pictures, frames) = (12, 0, 0)
        while at < end {
            let next = webpEnd(at, &file)
            guard next <= end else { throw .cutShort("WebP") }
            if let (width, height) = webpSize(at, &file) {
                pictures += 1
                guard width == form.width, height == form.height else {
                    throw .otherSize("WebP", width, height, form)
                }
            } else if file.has("ANMF", at: at) {
                try webpFrame(at, next, form, &frames, &file)
            } else if at > 12, file.has("VP8X", at: at) {
                throw AssetFault(detail: "the WebP has two headers")
            }
            at = next
        }
        guard at == end, pictures + frames > 0 else { throw .cutShort("WebP") }
        return form
    }

    private static func webpEnd(_ at: Int, _ file: inout FileWindow) -> Int {
        let end = at + 8 + file.little(at + 4, 4)
        return end + end % 2
    }

    /// The size that a chunk of pixels states; nil if the chunk has none.
    private static func webpSize(
        _ at: Int, _ file: inout FileWindow
    ) -> (width: Int, height: Int)? {
        if file.has("VP8L", at: at), file[at + 8] == 0x2F {
            let bits = file.little(at + 9, 4)
            return (1 + bits & 0x3FFF, 1 + bits >> 14 & 0x3FFF)
        }
        guard file.has("VP8 ", at: at), file.big(at + 11, 3) == 0x9D012A else { return nil }
        return (file.little(at + 14, 2) & 0x3FFF, file.little(at + 16, 2) & 0x3FFF)
    }

    /// Checks a frame of a moving WebP and the pixels in it.
    private static func webpFrame(
        _ start: Int, _ end: Int, _ form: AssetForm, _ frames: inout Int,
        _ file: inout FileWindow
    ) throws(AssetFault) {
        guard start + 24 <= end else { throw .cutShort("WebP") }
        var frame = AssetForm(ending: "webp")
        frame.width = 1 + file.little(start + 14, 3)
        frame.height = 1 + file.little(start + 17, 3)
        try form.checkFrame(
            &frames, x: 2 * file.little(start + 8, 3), y: 2 * file.little(start + 11, 3),
            width: frame.width ?? 0, height: frame.height ?? 0)
        var at = start + 24
        while at < end {
            if let (width, height) = webpSize(at, &file),
                width != frame.width || height != frame.height
            {
                throw .otherSize("WebP", width, height, frame)
            }
            at = webpEnd(at, &file)
        }
        guard at == end else { throw .cutShort("WebP") }
    }

    // MARK: SVG

    /// True if the file begins as XML and an SVG element begins within 64 KiB.
    private static func isSVG(_ file: inout FileWindow) -> Bool {
        var at = file.big(0, 3) == 0xEFBBBF ? 3 : 0
        while at < min(file.count, 1000), [0x20, 0x09, 0x0A, 0x0D].contains(file[at]) { at += 1 }
        guard file[at] == UInt8(ascii: "<") else { return false }
        // A prefix may stand before the name: `<svg:svg`.
        while at < min(file.count, 64 << 10) {
            at = file.place(of: UInt8(ascii: "s"), from: at)
            let isName = [UInt8(ascii: "<"), UInt8(ascii: ":")].contains(file[at - 1])
            if isName, file.has("svg", at: at) { return true }
            at += 1
        }
        return false
    }
}
