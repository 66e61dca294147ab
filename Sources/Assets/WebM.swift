import Texts

/// Checks that an uploaded film is a valid WebM file, which is EBML (RFC 8794) with elements of Matroska (RFC 9559).
///
/// The header states the size of the pictures. The check reads the size in every frame, too.
struct WebM {
    private struct Element: Equatable {
        let id: Int
        let start: Int
        let end: Int
        /// True if the element states its length; a recorded film may state none.
        let isMeasured: Bool
    }

    private enum ID {
        static let head = 0x1A45_DFA3
        static let segment = 0x1853_8067
        static let seekHead = 0x114D_9B74
        static let info = 0x1549_A966
        static let tracks = 0x1654_AE6B
        static let cluster = 0x1F43_B675
        static let cues = 0x1C53_BB6B
        /// The child elements that the check reads: of a track, of its video, of a block group, of a seek entry, and of
        /// a block addition.
        static let ofTrack = [0xD7, 0x83, 0x86, 0xE0, 0x63A2, 0x6D80]
        static let ofVideo = [0xB0, 0xBA]
        static let ofGroup = [0xA1, 0x75A1]
        static let ofSeek = [0x53AB, 0x53AC]
        static let ofMore = [0xA5, 0xEE]
        /// The elements of a segment. A cluster without a length ends where the next such element begins.
        static let ofSegment = [
            seekHead, info, tracks, cluster, cues, 0x1043_A770, 0x1254_C367, 0x1941_A469,
        ]
    }

    private struct Track {
        let codec: FilmCodec
        let size: FrameSize
    }

    private var form = AssetForm(ending: "webm")
    private var segmentStart = 0
    /// The video tracks by number.
    private var tracks: [Int: Track] = [:]
    private var hasTracks = false
    /// The offsets of the clusters, in order, and of the other elements of the segment.
    private var clusters: [Int] = []
    private var places: Set<Int> = []
    /// The offsets of clusters (cues) and of other elements (seek head) that the film itself lists.
    private var cues: [Int] = []
    private var sought: [Int] = []
    /// The number of list entries with the ID of a cluster.
    private var clusterNames = 0

    private static let maxPlaces = 1000
    private static let maxClusters = 1 << 16
    /// A decoder keeps up to ten frames; 4096 × 2304 pixels of each are 140 MB together.
    private static let longestSide = 4096
    private static let maxPixels = 4096 * 2304

    static func form(of file: inout FileWindow) throws(AssetFault) -> AssetForm {
        var film = WebM()
        try film.readSegment(&file)
        try film.checkPlaces(&file)
        return film.form
    }

    // MARK: The segment

    private mutating func readSegment(_ file: inout FileWindow) throws(AssetFault) {
        guard let head = try Self.element(0, in: file.count, &file), head.id == ID.head,
            let type = try Self.child(0x4282, of: head, &file), file.has("webm", at: type.start)
        else { throw AssetFault(detail: "the film is not WebM") }
        guard let segment = try Self.element(head.end, in: file.count, &file, isOpen: true),
            segment.id == ID.segment
        else { throw .cutShort("film") }
        guard !segment.isMeasured || segment.end >= file.count else { throw .goesOn("film") }
        guard segment.end == file.count else { throw .cutShort("film") }
        segmentStart = segment.start
        var at = segment.start
        while let part = try Self.element(at, in: segment.end, &file) {
            guard places.count < Self.maxPlaces else { throw .tooComplex }
            if part.id == ID.cluster {
                guard clusters.count < Self.maxClusters else { throw .tooComplex }
                clusters.append(at)
                at = try readCluster(part, &file)
                continue
            }
            guard part.isMeasured else { throw .cutShort("film") }
            // A browser that fails at an earlier element would look for a cluster's ID, and find it in this list.
            guard part.id != ID.seekHead || places.isEmpty && clusters.isEmpty else {
                throw .cutShort("film")
            }
            places.insert(at)
            switch part.id {
            case ID.info: form.seconds = try Self.seconds(part, &file)
            case ID.tracks: try readTracks(part, &file)
            case ID.seekHead: try readSeekHead(part, &file)
            case ID.cues: try readCues(part, &file)
            default: break
            }
            at = part.end
        }
        guard !clusters.isEmpty, form.width != nil else { throw .cutShort("film") }
    }

    private mutating func readSeekHead(
        _ list: Element, _ file: inout FileWindow
    ) throws(AssetFault) {
        var at = list.start
        while let part = try Self.element(at, in: list.end, &file) {
            at = part.end
            guard part.id == 0x4DBB else { continue }
            let parts = try Self.children(ID.ofSeek, of: part, &file)
            guard let name = parts[0], let place = parts[1], sought.count < Self.maxPlaces else {
                throw .cutShort("film")
            }
            sought.append(segmentStart + Self.number(place, &file))
            if Self.number(name, &file) == ID.cluster { clusterNames += 1 }
        }
    }

    /// Reads the list of cluster offsets by time (cues).
    private mutating func readCues(
        _ list: Element, _ file: inout FileWindow
    ) throws(AssetFault) {
        var at = list.start
        while let part = try Self.element(at, in: list.end, &file) {
            // A cue contains the offsets for each track.
            let isOuter = [0xBB, 0xB7].contains(part.id)
            at = isOuter ? part.start : part.end
            guard part.id == 0xF1 else { continue }
            guard cues.count < Self.maxClusters else { throw .tooComplex }
            cues.append(segmentStart + Self.number(part, &file))
        }
    }

    /// Checks the listed offsets, so that a browser finds only checked elements when it seeks or looks for the next
    /// cluster behind damage.
    private func checkPlaces(_ file: inout FileWindow) throws(AssetFault) {
        let starts = Set(clusters)
        guard cues.allSatisfy({ $0 >= file.count || starts.contains($0) }),
            sought.allSatisfy({ $0 >= file.count || starts.contains($0) || places.contains($0) })
        else { throw AssetFault(detail: "the film names a place where no element begins") }
        guard file.occurrences(of: UInt32(ID.cluster)) == clusters.count + clusterNames else {
            throw AssetFault(
                detail: "the film holds a cluster within another element; export it again")
        }
    }

    private static func seconds(
        _ info: Element, _ file: inout FileWindow
    ) throws(AssetFault) -> Double? {
        guard let length = try child(0x4489, of: info, &file) else { return nil }
        let scale = try child(0x2AD7B1, of: info, &file).map { number($0, &file) } ?? 1_000_000
        let ticks: Double
        switch length.end - length.start {
        case 4: ticks = Double(Float(bitPattern: UInt32(file.big(length.start, 4))))
        case 8: ticks = Double(bitPattern: UInt64(bitPattern: Int64(file.big(length.start, 8))))
        default: return nil
        }
        let seconds = ticks * Double(scale) / 1e9
        return seconds >= 0 && seconds < 1e6 ? (seconds * 1000).rounded() / 1000 : nil
    }

    // MARK: Tracks

    private mutating func readTracks(
        _ list: Element, _ file: inout FileWindow
    ) throws(AssetFault) {
        guard !hasTracks, clusters.isEmpty else { throw .cutShort("film") }
        hasTracks = true
        var numbers: Set<Int> = []
        var at = list.start
        while let part = try Self.element(at, in: list.end, &file) {
            at = part.end
            guard part.id == 0xAE else { continue }
            let number = try readTrack(part, &file)
            guard numbers.insert(number).inserted, numbers.count < Self.maxPlaces else {
                throw AssetFault(detail: "the film has two tracks of one number")
            }
        }
    }

    /// Reads a track; returns its number.
    private mutating func readTrack(
        _ track: Element, _ file: inout FileWindow
    ) throws(AssetFault) -> Int {
        let parts = try Self.children(ID.ofTrack, of: track, &file)
        let (type, name, video, settings) = (parts[1], parts[2], parts[3], parts[4])
        guard parts[5] == nil else {
            throw AssetFault(detail: "a track of the film is compressed again, or encrypted")
        }
        guard let number = parts[0].map({ Self.number($0, &file) }) else {
            throw .cutShort("film")
        }
        let isFilm = type.map { Self.number($0, &file) } == 1
        guard isFilm || video != nil else { return number }
        guard let name, let codec = FilmCodec(name.start..<name.end, &file) else {
            throw AssetFault(detail: "the pictures of the film are none of VP8, VP9 and AV1")
        }
        guard let video else { throw .cutShort("film") }
        let sides = try Self.children(ID.ofVideo, of: video, &file)
        let size = FrameSize(
            width: sides[0].map { Self.number($0, &file) } ?? 0,
            height: sides[1].map { Self.number($0, &file) } ?? 0)
        guard max(size.width, size.height) <= Self.longestSide,
            size.width * size.height <= Self.maxPixels
        else {
            throw AssetFault(
                detail: "the film has \(size.width) × \(size.height) pixels; the most are "
                    + "\(Self.longestSide) a side and \(Self.maxPixels) together")
        }
        try form.setSize(size.width, size.height)
        tracks[number] = Track(codec: codec, size: size)
        // With AV1, the sequence header may stand here, behind four bytes.
        if codec == .av1, let settings, settings.end - settings.start > 4 {
            try check(settings.start + 4..<settings.end, of: number, &file)
        }
        return number
    }

    // MARK: Blocks

    /// Reads a cluster; returns the offset of its end.
    private mutating func readCluster(
        _ cluster: Element, _ file: inout FileWindow
    ) throws(AssetFault) -> Int {
        guard hasTracks else { throw .cutShort("film") }
        var at = cluster.start
        while let part = try Self.element(at, in: cluster.end, &file) {
            if !cluster.isMeasured, ID.ofSegment.contains(part.id) { break }
            guard part.isMeasured else { throw .cutShort("film") }
            switch part.id {
            case 0xA3: _ = try readBlock(part, &file)
            case 0xA0: try readGroup(part, &file)
            default: break
            }
            at = part.end
        }
        return at
    }

    /// Reads a block and its additions: the opacity of the pixels is a picture of its own.
    private func readGroup(_ group: Element, _ file: inout FileWindow) throws(AssetFault) {
        let parts = try Self.children(ID.ofGroup, of: group, &file)
        guard let block = parts[0] else { return }
        let number = try readBlock(block, &file)
        guard let additions = parts[1] else { return }
        var at = additions.start
        while let part = try Self.element(at, in: additions.end, &file) {
            at = part.end
            guard part.id == 0xA6 else { continue }
            let more = try Self.children(ID.ofMore, of: part, &file)
            guard more[1].map({ Self.number($0, &file) }) ?? 1 == 1, let picture = more[0]
            else { continue }
            try check(picture.start..<picture.end, of: number, &file)
        }
    }

    /// Reads a block; returns the number of its track.
    private func readBlock(_ block: Element, _ file: inout FileWindow) throws(AssetFault) -> Int {
        let first = file[block.start]
        let bytes = first.leadingZeroBitCount + 1
        let start = block.start + bytes + 3
        guard bytes <= 4, start <= block.end else { throw .cutShort("film") }
        let number = file.big(block.start, bytes) & (1 << (7 * bytes) - 1)
        guard tracks[number] != nil else { return number }
        guard file[start - 1] & 0x06 == 0 else {
            throw AssetFault(detail: "a block of the film holds several pictures")
        }
        try check(start..<block.end, of: number, &file)
        return number
    }

    /// Checks that no frame is larger than the track states.
    private func check(
        _ frames: Range<Int>, of number: Int, _ file: inout FileWindow
    ) throws(AssetFault) {
        guard let track = tracks[number] else { return }
        let size = try track.codec.size(of: frames, limit: Self.longestSide, &file)
        guard size.width <= track.size.width, size.height <= track.size.height else {
            throw .otherSize("film", size.width, size.height, form)
        }
    }

    // MARK: Elements

    private static func number(_ element: Element, _ file: inout FileWindow) -> Int {
        file.big(element.start, min(7, element.end - element.start))
    }

    private static func child(
        _ id: Int, of parent: Element, _ file: inout FileWindow
    ) throws(AssetFault) -> Element? {
        try children([id], of: parent, &file)[0]
    }

    /// Finds the child element of each ID; throws if an element has two children of one ID.
    private static func children(
        _ ids: [Int], of parent: Element, _ file: inout FileWindow
    ) throws(AssetFault) -> [Element?] {
        file.spend(32)
        var found = [Element?](repeating: nil, count: ids.count)
        var at = parent.start
        while let one = try element(at, in: parent.end, &file) {
            guard one.isMeasured else { throw .cutShort("film") }
            if let place = ids.firstIndex(of: one.id) {
                guard found[place] == nil else {
                    throw AssetFault(detail: "the film states one thing twice")
                }
                found[place] = one
            }
            at = one.end
        }
        return found
    }

    /// Reads the element that begins at `start`; nil if `start` is `end`. With `isOpen` the element may reach beyond
    /// `end`.
    private static func element(
        _ start: Int, in end: Int, _ file: inout FileWindow, isOpen: Bool = false
    ) throws(AssetFault) -> Element? {
        if start == end { return nil }
        file.spend(4)
        let first = file[start]
        let idBytes = first.leadingZeroBitCount + 1
        let at = start + idBytes
        let second = file[at]
        let lengthBytes = second.leadingZeroBitCount + 1
        let content = at + lengthBytes
        guard idBytes <= 4, lengthBytes <= 8, content <= end else { throw .cutShort("film") }
        let id = idBytes == 1 ? Int(first) : file.big(start, idBytes)
        let mask = 1 << (7 * lengthBytes) - 1
        let length = (lengthBytes == 1 ? Int(second) : file.big(at, lengthBytes)) & mask
        guard length != mask else {
            return Element(id: id, start: content, end: end, isMeasured: false)
        }
        guard isOpen || content + length <= end else { throw .cutShort("film") }
        return Element(id: id, start: content, end: content + length, isMeasured: true)
    }
}
