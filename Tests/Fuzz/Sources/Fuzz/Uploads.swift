import Texts

@testable import Assets
@testable import Wire

extension Target {
    /// An uploaded file: the server reads its own description of the file again, and refuses the file with a further byte.
    /// The check takes few steps, also if the file's end repeats.
    static let upload = Target("upload", seeds: UploadSeeds.all) { bytes in
        if let form = check(bytes) {
            let digest = [UInt8](repeating: 7, count: 32)
            let asset = Asset(digest: digest, form: form, bytes: bytes.count)
            guard let told = try? JSON(parsing: asset.json.encoded) else {
                fatalError("the description of a file is not JSON")
            }
            precondition(
                Asset(name: asset.name, told) == asset, "the description differs from the file")
            precondition(
                (form.width ?? 1) <= 8192 && (form.height ?? 1) <= 8192, "a picture is too large")
            precondition(check(bytes + [0]) == nil, "a file with a further byte is accepted")
        }
        // One input in eight, because such a file takes longer than its part.
        if bytes.count.isMultiple(of: 8) { _ = check(repeatingEnd(of: bytes)) }
    }

    private static func check(_ bytes: [UInt8]) -> AssetForm? {
        var file = FileWindow(bytes)
        let form = try? AssetForm(of: &file)
        // A check ends soon after its last step.
        let most = FileWindow.maxStepsPerByte * bytes.count + FileWindow.freeSteps
        precondition(file.steps <= most + 128 << 10, "the check takes too many steps")
        return form
    }

    /// A file of 256 KiB whose end is the end of `bytes`, again and again; the last byte says how long that is.
    private static func repeatingEnd(of bytes: [UInt8]) -> [UInt8] {
        guard let last = bytes.last else { return [] }
        let end = bytes.suffix(1 + Int(last) % 64)
        let times = (256 << 10) / end.count
        var file = bytes + repeatElement(end, count: times).joined()
        if bytes.starts(with: "RIFF".utf8), bytes.count >= 8 {
            file.replaceSubrange(4..<8, with: AssetSamples.little(file.count - 8, 4))
        }
        return file
    }
}

private enum UploadSeeds {
    static let all = AssetSamples.all.map(\.bytes) + films + [AssetSamples.svg]

    /// Films whose frames state their size in each possible place.
    private static let films: [[UInt8]] = {
        var recorded = Film(codec: "V_VP8")
        recorded.isMeasured = false
        let opacity = Film.element(
            0x75A1,
            Film.element(0xA6, Film.element(0xEE, [1]) + Film.element(0xA5, Film.vp8(64, 64))))
        let group = Film.element(
            0xA0, Film.element(0xA1, [0x81, 0, 0, 0] + Film.vp8(64, 64)) + opacity)
        let frames = Film.superframe([Film.vp9SameSize, Film.vp9(64, 64)])
        return [
            recorded.bytes([Film.vp8(64, 64), Film.vp8Inter]),
            Film().bytes(blocks: group),
            Film(codec: "V_VP9").bytes([
                Film.vp9(64, 64), Film.vp9Intra(64, 64), Film.vp9Inter(64, 64), frames,
            ]),
            Film(codec: "V_VP9").bytes([Film.vp9Profile3(64, 64)]),
            Film(codec: "V_AV1").bytes([Film.av1(64, 64), Film.av1Timed(64, 64)]),
            listed,
        ]
    }()

    /// A film with lists of the places of its elements.
    private static let listed: [UInt8] = {
        let block = Film.simpleBlock(Film.vp8(64, 64))
        func film(_ info: Int, _ cluster: Int) -> Film {
            Film(
                first: Film.seekHead([0x1549_A966: info, 0x1F43_B675: cluster]),
                ofSegment: Film.element(
                    0x1C53_BB6B,
                    Film.element(0xBB, Film.element(0xB7, Film.number(0xF1, cluster)))))
        }
        let empty = film(0, 0)
        let start = empty.bytes(blocks: block).count - Film.cluster(block).count
        return film(empty.first.count, start - empty.segmentStart).bytes(blocks: block)
    }()
}
