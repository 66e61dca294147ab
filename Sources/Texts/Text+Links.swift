/// Removes links from messages, so that a viewer can't show or speak an address on the stream.
extension Text {
    /// This text without its links: addresses with a scheme (`https://…`), words that begin with `www.`, and names of
    /// hosts (`example.com`, `youtu.be/…`). Single spaces take their places.
    public var withoutLinks: Text {
        let scalars = Array(scalars)
        var kept = String.UnicodeScalarView()
        var place = 0
        var removesSpace = false
        while place < scalars.count {
            if let end = LinkScanner(scalars: scalars).link(at: place) {
                place = end
                removesSpace = kept.last.map(\.properties.isWhitespace) ?? true
            } else {
                let scalar = scalars[place]
                if !(removesSpace && scalar.properties.isWhitespace) { kept.append(scalar) }
                removesSpace = false
                place += 1
            }
        }
        // A text without links stays as it is.
        guard kept.count < scalars.count else { return self }
        while kept.last?.properties.isWhitespace == true { kept.removeLast() }
        return Text(String(kept))
    }
}

/// Finds links in a text.
private struct LinkScanner {
    let scalars: [Unicode.Scalar]

    private static let maxSchemeLength = 20
    /// The last labels of host names that are links without a path, too. Words such as `in` and `it` are missing,
    /// because a sentence without a space after its point would end there.
    private static let topLevels: Set<Text> = [
        "com", "net", "org", "info", "biz", "io", "gg", "tv", "cc", "co", "dev", "app", "xyz",
        "shop", "store", "site", "online", "link", "live", "club", "stream", "ly", "gl", "fm", "ru",
        "su", "cn", "jp", "kr", "tw", "hk", "de", "fr", "nl", "pl", "br", "uk", "eu", "es", "cz",
        "ch", "se", "fi", "dk", "ua", "ca", "au", "edu", "gov", "ai", "pw", "ws", "vip",
    ]

    /// Returns the end of the link that begins at a place; nil if no link begins there.
    func link(at start: Int) -> Int? {
        guard start == 0 || !Self.isHostPart(scalars[start - 1]),
            Self.isHostPart(scalars[start])
        else { return nil }
        if let end = schemeEnd(at: start) { return linkEnd(from: end) }
        // Each name of a host is examined once, from its first label.
        let isLaterLabel =
            start > 1 && Self.isDot(scalars[start - 1]) && Self.isHostPart(scalars[start - 2])
        return isLaterLabel ? nil : hostLinkEnd(at: start)
    }

    /// Returns the place after `scheme://`.
    private func schemeEnd(at start: Int) -> Int? {
        var place = start
        while place < scalars.count, place - start < Self.maxSchemeLength,
            scalars[place].isASCIILetterOrDigit || "+-.".unicodeScalars.contains(scalars[place])
        {
            place += 1
        }
        let mark: [Unicode.Scalar] = [":", "/", "/"]
        guard place > start, scalars[place...].starts(with: mark) else { return nil }
        return place + mark.count
    }

    /// Returns the end of a link that begins with a host's name.
    private func hostLinkEnd(at start: Int) -> Int? {
        let end = hostEnd(from: start)
        let labels = scalars[start..<end].split(whereSeparator: Self.isDot)
        guard labels.count > 1, let last = labels.last, last.count > 1,
            last.allSatisfy(\.isASCIILetter)
        else { return nil }
        let hasPath = end + 1 < scalars.count && scalars[end] == "/"
        let top = Text(String(String.UnicodeScalarView(last))).asciiLowercased
        let first = Text(String(String.UnicodeScalarView(labels[0]))).asciiLowercased
        guard hasPath || Self.topLevels.contains(top) || first == "www" && labels.count > 2 else {
            return nil
        }
        let goesOn = end < scalars.count && "/:?#".unicodeScalars.contains(scalars[end])
        return goesOn ? linkEnd(from: end) : end
    }

    /// Returns the end of labels with single points between them.
    private func hostEnd(from start: Int) -> Int {
        var end = start
        while end < scalars.count {
            if Self.isDot(scalars[end]) {
                guard end + 1 < scalars.count, Self.isHostPart(scalars[end + 1]) else { break }
            } else if !Self.isHostPart(scalars[end]) {
                break
            }
            end += 1
        }
        return end
    }

    /// Returns the place of the first space or bracket after a link's beginning.
    private func linkEnd(from start: Int) -> Int {
        scalars[start...].firstIndex { $0.properties.isWhitespace || Self.isBoundary($0) }
            ?? scalars.count
    }

    /// True for quotation marks, closing brackets, and the punctuation of Chinese and Japanese.
    private static func isBoundary(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case ")", "]", ">", "\"", "}": true
        default:
            (0x3000...0x303F).contains(scalar.value) || (0xFF00...0xFF0D).contains(scalar.value)
        }
    }

    private static func isHostPart(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCIILetterOrDigit || scalar == "-"
    }

    /// True for the points that browsers accept between the labels of a host's name (UTS 46).
    private static func isDot(_ scalar: Unicode.Scalar) -> Bool {
        [0x2E, 0x3002, 0xFF0E, 0xFF61].contains(scalar.value)
    }
}

extension Unicode.Scalar {
    fileprivate var isASCIILetter: Bool { isASCII && properties.isAlphabetic }
    fileprivate var isASCIILetterOrDigit: Bool {
        isASCIILetter || ("0"..."9").contains(self)
    }
}
