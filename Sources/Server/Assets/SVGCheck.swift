import Texts

/// Sees that an SVG is a picture and nothing else: no script, no page in it, nothing from elsewhere, and
/// nothing that grows without end when it is drawn.
struct SVGCheck {
    private static let mostBytes = 2 << 20
    private static let mostDepth = 64
    private static let mostElements = 20_000
    /// With all that `use` and `url(#…)` repeat.
    private static let mostDrawn = 200_000
    private static let mostChain = 16
    /// A filter goes over all that it is given, pixel by pixel; widening goes around each of them, too.
    private static let filterCost = 2000
    private static let wideningCost = 20_000
    /// What only says something of the filter that it is in.
    private static let filterParts: Set<Text> = [
        "femergenode", "fefuncr", "fefuncg", "fefuncb", "fefunca", "fedistantlight", "fepointlight",
        "fespotlight",
    ]

    private static let forbidden: Set<Text> = [
        "script", "foreignobject", "handler", "listener", "iframe", "embed", "object", "audio",
        "video", "canvas", "html", "body",
    ]
    private static let spaces: Set<Text> = [
        "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink",
    ]

    /// What is drawn of an element, by its place in the file.
    private struct Node {
        let name: Text
        var classes: [Text] = []
        var children: [Int] = []
        /// The place of the last element within it, or its own.
        var end: Int
        /// As how many elements it counts.
        var cost = 1
        /// At how many places a marker can stand on it, about.
        var corners = 0
        /// The ids of what it repeats.
        var repeats: [Text] = []
        var drawn: Int?

        var isFilter: Bool { name == Text("filter") }
    }

    private var nodes: [Node] = []
    private var ids: [Text: Int] = [:]
    private var open: [(name: Text, place: Int)] = []
    /// All style sheets, one after the other.
    private var sheet: Text = ""
    private var form = AssetForm(ending: "svg")

    static func form(of file: inout FileWindow) throws(AssetFault) -> AssetForm {
        guard Self.beginsLikeXML(&file) else { throw .unknown }
        guard file.count <= mostBytes else {
            throw AssetFault(detail: "an SVG has at most \(mostBytes >> 20) MiB")
        }
        let bytes = file.all()
        guard Text(validating: bytes) != nil else { throw .unknown }
        var check = SVGCheck()
        try check.read(bytes)
        return check.form
    }

    private static func beginsLikeXML(_ file: inout FileWindow) -> Bool {
        var at = file.big(0, 3) == 0xEFBBBF ? 3 : 0
        while at < min(file.count, 1000), [0x20, 0x09, 0x0A, 0x0D].contains(file[at]) { at += 1 }
        return file[at] == UInt8(ascii: "<")
    }

    private mutating func read(_ bytes: [UInt8]) throws(AssetFault) {
        var scanner = SVGScanner(bytes)
        while let part = try scanner.next() {
            switch part {
            case .begins(let element): try begin(element)
            case .ends(let name):
                guard let ended = open.popLast(), ended.name == name else {
                    throw .cutShort("SVG")
                }
                nodes[ended.place].end = nodes.count - 1
            case .text(let text): try check(text)
            }
        }
        guard open.isEmpty, !nodes.isEmpty else { throw .cutShort("SVG") }
        try addStyles()
        try addMarkers()
        _ = try drawn(0, [], chain: 0)
    }

    private mutating func check(_ text: ArraySlice<UInt8>) throws(AssetFault) {
        let isBlank = text.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        guard let (name, place) = open.last else {
            if isBlank { return }
            throw AssetFault(detail: "something stands outside of the SVG")
        }
        if name == "style" {
            let style = Text(decoding: try SVGScanner.resolved(text))
            try checkStyle(style, of: place)
            sheet = sheet + style
        }
    }

    // MARK: Elements

    private mutating func begin(_ element: SVGScanner.Element) throws(AssetFault) {
        let place = nodes.count
        guard place < Self.mostElements, open.count < Self.mostDepth else {
            throw AssetFault(detail: "the SVG has too many elements, or too many in one another")
        }
        if let (_, parent) = open.last {
            nodes[parent].children.append(place)
        } else {
            guard place == 0, element.name == "svg" else { throw .unknown }
            guard
                element.value("xmlns").map(Self.spaces.contains) ?? false
                    || element.attributes.contains(where: { Self.spaces.contains($0.value) })
            else { throw .unknown }
            setSize(element)
        }
        nodes.append(Node(name: element.name, end: place, cost: Self.cost(of: element.name)))
        nodes[place].classes =
            element.value("class")?.utf8.split { $0 <= 0x20 }.map { Text(decoding: $0) } ?? []
        let outline = element.value("d") ?? element.value("points") ?? ""
        nodes[place].corners = Self.numbers(in: outline) / 2
        if Self.forbidden.contains(element.name) {
            throw AssetFault(detail: "the SVG has an element <\(element.name)>")
        }
        for (name, value) in element.attributes {
            try check(name, value, of: element, at: place)
        }
        if !element.isEmpty { open.append((element.name, place)) }
    }

    private static func cost(of name: Text) -> Int {
        if name == Text("femorphology") { return wideningCost }
        return name.begins(with: "fe") && !filterParts.contains(name) ? filterCost : 1
    }

    private mutating func check(
        _ name: Text, _ value: Text, of element: SVGScanner.Element, at place: Int
    ) throws(AssetFault) {
        let local = name.elements(separatedBy: UInt8(ascii: ":")).last ?? name
        if local.begins(with: "on") {
            throw AssetFault(detail: "the SVG has a handler, \(name)")
        }
        if name.begins(with: "xmlns"), value == Text("http://www.w3.org/1999/xhtml") {
            throw AssetFault(detail: "the SVG has parts of a web page")
        }
        if name == Text("xml:base") { throw Self.elsewhere(value) }
        if local == Text("id"), ids[value] == nil { ids[value] = place }
        if local == Text("attributename"), value.contains(ignoringCase: "href") {
            throw AssetFault(detail: "the SVG changes where a link leads")
        }
        if local == Text("href") || local == Text("src") {
            let target = Text(decoding: value.utf8.filter { $0 > 0x20 })
            if target.begins(with: "#") {
                nodes[place].repeats.append(Text(decoding: target.utf8.dropFirst()))
            } else if !Self.isPicture(target) {
                throw Self.elsewhere(value)
            }
        }
        try checkStyle(value, of: place)
        nodes[place].cost += Self.functionCost(of: value)
    }

    private static func elsewhere(_ value: Text) -> AssetFault {
        let start = Text(decoding: value.utf8.prefix(100))
        return AssetFault(detail: "the SVG refers to something else: \(start)")
    }

    private static let pictures: [Text] = ["png", "jpeg", "gif", "webp"].map { "data:image/\($0)" }

    private static func isPicture(_ target: Text) -> Bool {
        let start = Text(decoding: target.utf8.prefix(20)).asciiLowercased
        return pictures.contains { start.begins(with: $0) }
    }

    private static let refusedStyles: [Text] = [
        "@import", "javascript:", "expression(", "image-set(", "src(", "image(",
    ]

    /// Sees that a style, or a value that may be one, refers to the picture's own parts alone.
    private mutating func checkStyle(_ style: Text, of place: Int) throws(AssetFault) {
        for word in Self.refusedStyles where style.contains(ignoringCase: word) {
            throw AssetFault(detail: "the SVG has a style with \(word)")
        }
        // It could write the words above in another way.
        guard style.consists(of: { $0 != UInt8(ascii: "\\") }) else {
            throw AssetFault(detail: "the SVG has a value with a backslash")
        }
        for target in Self.targets(in: style) {
            if let id = Self.id(in: target) {
                nodes[place].repeats.append(id)
            } else if !Self.isPicture(Text(decoding: target.prefix(20))) {
                throw Self.elsewhere(Text(decoding: target))
            }
        }
    }

    private static func isQuote(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
    }

    /// What follows each `url(` of a style.
    private static func targets(in style: Text) -> [ArraySlice<UInt8>] {
        let bytes = Array(style.utf8)
        return starts(of: "url(", in: bytes).map { bytes[($0 + 4)...].drop(while: isQuote) }
    }

    private static func starts(of word: Text, in bytes: [UInt8]) -> [Int] {
        bytes.indices.dropLast(word.byteCount - 1).filter { start in
            zip(bytes[start...], word.utf8).allSatisfy { $0.asciiLowercased == $1 }
        }
    }

    private static func id(in target: ArraySlice<UInt8>) -> Text? {
        guard target.first == UInt8(ascii: "#") else { return nil }
        let id = target.dropFirst().prefix { $0 != UInt8(ascii: ")") && !isQuote($0) }
        return Text(decoding: id)
    }

    /// What the functions of a style cost that are filters: each as much as an element that is one.
    private static func functionCost(of style: Text) -> Int {
        let bytes = Array(style.utf8)
        let count = ["blur(", "drop-shadow("].reduce(0) { $0 + starts(of: $1, in: bytes).count }
        return count * filterCost
    }

    // MARK: What others say of elements

    /// Gives each element what the style sheets have drawn of it.
    private mutating func addStyles() throws(AssetFault) {
        if sheet.isEmpty { return }
        var named: [Text: [Int]] = [:]
        var classed: [Text: [Int]] = [:]
        // A filter's parts have no style of their own.
        var filterEnd = -1
        var styled: [Int] = []
        for (place, node) in nodes.enumerated() {
            if node.isFilter { filterEnd = max(filterEnd, node.end) }
            if place <= filterEnd { continue }
            styled.append(place)
            named[node.name, default: []].append(place)
            for word in node.classes { classed[word, default: []].append(place) }
        }
        var count = 0
        for rule in SVGSheet(sheet).rules {
            let repeated = Self.targets(in: rule.style).compactMap(Self.id)
            let cost = Self.functionCost(of: rule.style)
            if repeated.isEmpty, cost == 0 { continue }
            for target in rule.targets {
                let places: [Int] =
                    switch target {
                    case .all: styled
                    case .name(let name): named[name] ?? []
                    case .class(let word): classed[word] ?? []
                    case .id(let id): ids[id].map { [$0] } ?? []
                    }
                count += places.count * (repeated.count + 1)
                guard count <= Self.mostDrawn else { throw Self.repeatsTooOften }
                for place in places {
                    // What a marker has in it does not get that marker.
                    nodes[place].repeats += repeated.filter { id in
                        ids[id].map { !($0...nodes[$0].end).contains(place) } ?? false
                    }
                    nodes[place].cost += cost
                }
            }
        }
    }

    /// Adds the markers: one stands at each corner of what has it, or has it from what it is in.
    private mutating func addMarkers() throws(AssetFault) {
        var marked: [(place: Int, cost: Int)] = []
        for place in nodes.indices {
            var cost = 0
            for id in nodes[place].repeats {
                guard let target = ids[id], nodes[target].name == Text("marker") else { continue }
                cost = max(cost, try drawn(target, [], chain: 0))
            }
            if cost > 0 { marked.append((place, cost)) }
        }
        for place in nodes.indices { nodes[place].drawn = nil }
        for (place, cost) in marked { addMarker(at: place, cost: cost) }
    }

    private mutating func addMarker(at place: Int, cost: Int) {
        // No more than is refused anyway.
        nodes[place].cost = min(nodes[place].cost + nodes[place].corners * cost, Self.mostDrawn + 1)
        for child in nodes[place].children { addMarker(at: child, cost: cost) }
    }

    /// How many numbers a list has.
    private static func numbers(in list: Text) -> Int {
        var count = 0
        var isWithin = false
        for byte in list.utf8 {
            let isOfNumber = (0x30...0x39).contains(byte) || byte == 0x2E
            if isOfNumber, !isWithin { count += 1 }
            isWithin = isOfNumber
        }
        return count
    }

    private static let repeatsTooOften = AssetFault(
        detail: "the SVG repeats its parts or filters too often")

    // MARK: Sizes

    private mutating func setSize(_ svg: SVGScanner.Element) {
        func points(_ name: Text) -> Int? {
            guard let value = svg.value(name) else { return nil }
            let number = value.utf8.prefix { !(0x61...0x7A ~= $0) }
            let isPoints = number.count == value.byteCount || value.contains(ignoringCase: "px")
            return isPoints ? Self.whole(Text(decoding: number)) : nil
        }
        form.width = points("width")
        form.height = points("height")
        let box = svg.value("viewbox").map { box in
            box.utf8.split { $0 <= 0x20 || $0 == UInt8(ascii: ",") }.map {
                Self.whole(Text(decoding: $0))
            }
        }
        if let box, box.count == 4 {
            form.width = form.width ?? box[2]
            form.height = form.height ?? box[3]
        }
    }

    private static func whole(_ number: Text) -> Int? {
        Double(number.string).flatMap { Int(exactly: $0.rounded()) }
    }

    /// How many elements are drawn for one.
    private mutating func drawn(
        _ place: Int, _ path: Set<Int>, chain: Int
    ) throws(AssetFault) -> Int {
        if let known = nodes[place].drawn { return known }
        guard chain <= Self.mostChain, !path.contains(place) else {
            throw AssetFault(detail: "the SVG repeats what repeats itself")
        }
        var sum = nodes[place].cost
        // A filter is at work where it is referred to, not where it stands.
        for child in nodes[place].children where !nodes[child].isFilter {
            sum += try drawn(child, path, chain: chain)
        }
        if !nodes[place].repeats.isEmpty {
            let longer = path.union([place])
            for id in nodes[place].repeats {
                guard let target = ids[id] else { continue }
                sum += try drawn(target, longer, chain: chain + 1)
            }
        }
        guard sum <= Self.mostDrawn else { throw Self.repeatsTooOften }
        nodes[place].drawn = sum
        return sum
    }
}
