import Texts

/// An index of path patterns, which finds the patterns that match a path by the number of its segments and by its last
/// segment.
struct PathIndex: Sendable {
    let patterns: [PathPattern]
    /// The candidates for paths with 0, 1, … segments. The last entry is for all longer paths, too.
    private let bySegmentCount: [Candidates]

    /// The largest number of segments in a pattern without a tail.
    private static let maxSegments = 16

    /// The patterns that match a path.
    struct Places {
        /// The indices of the patterns.
        fileprivate(set) var indices: [Int] = []
        /// True if the path would match another pattern if its room's name were valid.
        fileprivate(set) var hasInvalidRoom = false
    }

    /// The indices of the patterns for paths with a certain number of segments.
    private struct Candidates: Sendable {
        /// The patterns that can match a path with this last segment.
        let byLastWord: [Text: [Int]]
        /// The patterns with a variable as their last segment.
        let open: [Int]

        init(_ patterns: [PathPattern], segmentCount: Int) {
            let fitting = patterns.indices.filter {
                patterns[$0].takes(segmentCount: segmentCount)
            }
            open = fitting.filter { patterns[$0].lastWord == nil }
            byLastWord = fitting.reduce(into: [:]) { indices, place in
                guard let word = patterns[place].lastWord else { return }
                indices[word] = fitting.filter {
                    patterns[$0].lastWord == nil || patterns[$0].lastWord == word
                }
            }
        }
    }

    init(_ patterns: [PathPattern]) {
        self.patterns = patterns
        bySegmentCount = (0...Self.maxSegments).map { Candidates(patterns, segmentCount: $0) }
    }

    func places(of segments: [Text]) -> Places {
        let candidates = bySegmentCount[min(segments.count, Self.maxSegments)]
        var places = Places()
        for index in segments.last.flatMap({ candidates.byLastWord[$0] }) ?? candidates.open {
            switch patterns[index].fit(segments) {
            case .whole: places.indices.append(index)
            case .butForRoom: places.hasInvalidRoom = true
            case .none: break
            }
        }
        return places
    }
}
