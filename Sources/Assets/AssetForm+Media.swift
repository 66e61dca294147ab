import Texts

/// Recognizes an uploaded sound, film or font by its bytes, and checks its structure and length.
extension AssetForm {
    /// Finds the form of a sound, a film or a font; nil for other files.
    static func media(_ file: inout FileWindow) throws(AssetFault) -> AssetForm? {
        if file.has("RIFF", at: 0), file.has("WAVE", at: 8) { return try wav(&file) }
        if file.has("OggS", at: 0) { return try ogg(&file) }
        if file.big(0, 4) == 0x1A45_DFA3 { return try WebM.form(of: &file) }
        if file.has("wOF2", at: 0) { return try woff2(&file) }
        let isMP3 = file.has("ID3", at: 0) || (file[0] == 0xFF && file[1] & 0xE0 == 0xE0)
        return isMP3 ? try mp3(&file) : nil
    }

    private static func woff2(_ file: inout FileWindow) throws(AssetFault) -> AssetForm {
        let length = file.big(8, 4)
        guard length <= file.count, file.count > 48, file.big(12, 2) > 0 else {
            throw .cutShort("WOFF2")
        }
        guard length == file.count else { throw .goesOn("WOFF2") }
        guard file.big(16, 4) <= 4 * Asset.mostBytes else {
            throw AssetFault(detail: "the font is too large when it is unpacked")
        }
        return AssetForm(ending: "woff2")
    }

    private static func wav(_ file: inout FileWindow) throws(AssetFault) -> AssetForm {
        let end = file.little(4, 4) + 8
        guard end <= file.count else { throw .cutShort("WAV") }
        guard end == file.count else { throw .goesOn("WAV") }
        var (at, rate, length) = (12, 0, -1)
        while at + 8 <= end {
            let size = file.little(at + 4, 4)
            if file.has("fmt ", at: at) { rate = file.little(at + 16, 4) }
            if file.has("data", at: at) { length = size }
            at += 8 + size + size % 2
        }
        guard at == end || at == end + 1, rate > 0, length >= 0 else { throw .cutShort("WAV") }
        var form = AssetForm(ending: "wav")
        form.seconds = milliseconds(Double(length) / Double(rate))
        return form
    }

    private static func milliseconds(_ seconds: Double) -> Double {
        (seconds * 1000).rounded() / 1000
    }

    private static func ogg(_ file: inout FileWindow) throws(AssetFault) -> AssetForm {
        let first = 27 + Int(file[26])
        var (rate, skipped) = (0, 0)
        if file[first] == 1, file.has("vorbis", at: first + 1) {
            rate = file.little(first + 12, 4)
        } else if file.has("OpusHead", at: first) {
            (rate, skipped) = (48_000, file.little(first + 10, 2))
        } else {
            throw AssetFault(detail: "the Ogg file is neither Vorbis nor Opus")
        }
        var (at, samples) = (0, 0)
        while at < file.count {
            guard file.has("OggS", at: at), at + 27 <= file.count else {
                throw .cutShort("Ogg file")
            }
            let position = file.little(at + 6, 8)
            if position > samples { samples = position }
            var size = 27 + Int(file[at + 26])
            for index in 0..<Int(file[at + 26]) { size += Int(file[at + 27 + index]) }
            at += size
        }
        guard at == file.count, rate > 0 else { throw .cutShort("Ogg file") }
        var form = AssetForm(ending: "ogg")
        form.seconds = milliseconds(Double(max(0, samples - skipped)) / Double(rate))
        return form
    }

    // MARK: MP3

    private static let firstBitRates = [
        0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
    ]
    private static let otherBitRates = [
        0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160,
    ]
    private static let frequencies = [44_100, 48_000, 32_000]

    /// The length and the duration of the MP3 frame that begins here; nil if no frame does.
    private static func mp3Frame(
        _ at: Int, _ file: inout FileWindow
    ) -> (bytes: Int, seconds: Double)? {
        guard file.big(at, 2) & 0xFFE0 == 0xFFE0 else { return nil }
        let (version, layer) = (file[at + 1] >> 3 & 3, file[at + 1] >> 1 & 3)
        let (rate, sampling) = (Int(file[at + 2] >> 4), Int(file[at + 2] >> 2 & 3))
        guard version != 1, layer == 1, 1...14 ~= rate, sampling < 3 else { return nil }
        let isFirst = version == 3
        let samples = isFirst ? 1152 : 576
        let frequency = frequencies[sampling] / (isFirst ? 1 : version == 2 ? 2 : 4)
        let bits = (isFirst ? firstBitRates : otherBitRates)[rate] * 1000
        let padding = Int(file[at + 2] >> 1 & 1)
        return (samples / 8 * bits / frequency + padding, Double(samples) / Double(frequency))
    }

    private static func mp3(_ file: inout FileWindow) throws(AssetFault) -> AssetForm {
        var at = 0
        if file.has("ID3", at: 0) {
            at = 10
            var size = 0
            for index in 6..<10 { size = size << 7 | Int(file[index] & 0x7F) }
            at += size
        }
        var (frames, seconds) = (0, 0.0)
        while let frame = mp3Frame(at, &file), frame.bytes > 4 {
            frames += 1
            seconds += frame.seconds
            at += frame.bytes
        }
        // An ID3v1 tag of 128 bytes may follow the frames.
        if file.has("TAG", at: at), at + 128 == file.count { at += 128 }
        guard frames >= 2 else { throw .cutShort("MP3") }
        guard at >= file.count else { throw .goesOn("MP3") }
        guard at == file.count else { throw .cutShort("MP3") }
        var form = AssetForm(ending: "mp3")
        form.seconds = milliseconds(seconds)
        return form
    }
}
