import Foundation
import Testing
import Texts
import Timeline
import Wire

@testable import Stage

@Suite("Frames in JSON")
struct FrameJSONTests {
    private static func gift(
        _ row: Int = 0, x: Double = -176, alpha: Double = 0, combo: Text = "abc",
        avatar: Text? = nil, image: Text? = nil, count: Int = 1, scale: Double = 1
    ) -> Node {
        Node(
            id: "gifts/\(row)", x: x, y: 320, width: 200, height: 40, alpha: alpha,
            content: .gift(
                GiftContent(
                    combo: combo, sender: "Ann", avatar: avatar, gift: "Rose", image: image,
                    count: count, digitScale: Thousandths(scale))))
    }

    private static func call(
        _ id: Text, y: Double = 17, alpha: Double = 1, avatar: Text? = nil,
        leaving: Bool = false
    ) -> Node {
        Node(
            id: "call/\(id)", x: 395, y: y, width: 170, height: 48, alpha: alpha,
            content: .call(CallContent(name: "Bob", avatar: avatar, leaving: leaving, born: .zero)))
    }

    private func full(_ frame: Frame, seq: Int64 = 1) -> Text {
        var writer = FrameJSON()
        writer.writeFull(frame, seq: seq)
        return Text(decoding: writer.bytes)
    }

    private func delta(_ frame: Frame, from shown: Frame, seq: Int64 = 2) -> Text {
        var writer = FrameJSON()
        writer.writeDelta(frame, from: shown, seq: seq)
        return Text(decoding: writer.bytes)
    }

    @Test("An empty stage has an empty list of nodes")
    func empty() {
        #expect(full(Frame()) == #"{"type":"frame","seq":1,"time":0,"full":true,"nodes":[]}"#)
    }

    @Test("A full frame has every key of every node, in drawing order")
    func wholeFrame() {
        let frame = Frame(
            time: Instant(microseconds: 62_500),
            nodes: [
                Self.gift(x: 0.005, alpha: 0.25, avatar: "/a.png", image: "/r.png", scale: 2.5),
                Self.call("x\"y", y: -39.875, alpha: 0.5, leaving: true),
            ])
        #expect(
            full(frame, seq: 7)
                == #"{"type":"frame","seq":7,"time":62500,"full":true,"nodes":["#
                + #"{"id":"gifts/0","kind":"gift","x":0.01,"y":320,"width":200,"height":40,"#
                + #""alpha":0.25,"combo":"abc","sender":"Ann","avatar":"/a.png","gift":"Rose","#
                + #""image":"/r.png","count":1,"digitScale":2.5},"#
                + #"{"id":"call/x\"y","kind":"call","x":395,"y":-39.88,"width":170,"height":48,"#
                + #""alpha":0.5,"name":"Bob","leaving":true,"born":0}]}"#)
    }

    @Test("A delta has the changed keys of changed nodes, and the IDs of removed nodes")
    func example() {
        let shown = Frame(nodes: [Self.gift(), Self.call("abc"), Self.call("def", y: 75)])
        let frame = Frame(
            time: Instant(microseconds: 62_500),
            nodes: [Self.gift(x: -126, alpha: 0.25), Self.call("def", y: 75)])
        #expect(
            delta(frame, from: shown)
                == #"{"type":"frame","seq":2,"time":62500,"#
                + #""nodes":[{"id":"gifts/0","x":-126,"alpha":0.25}],"removed":["call/abc"]}"#)
    }

    @Test("If only the time has changed, a delta has no nodes")
    func nothing() {
        let shown = Frame(nodes: [Self.gift(), Self.call("abc")])
        let later = Frame(time: Instant(microseconds: 5), nodes: shown.nodes)
        #expect(delta(later, from: shown) == #"{"type":"frame","seq":2,"time":5,"nodes":[]}"#)
    }

    @Test("A delta has new nodes with all keys, null for a removed key, and always a node list")
    func keys() {
        let shown = Frame(nodes: [Self.gift(avatar: "/a.png", image: "/r.png")])
        #expect(
            delta(Frame(nodes: [Self.gift(combo: "next", image: "/s.png")]), from: shown)
                == #"{"type":"frame","seq":2,"time":0,"nodes":[{"id":"gifts/0","combo":"next","#
                + #""avatar":null,"image":"/s.png"}]}"#)
        #expect(
            delta(Frame(nodes: shown.nodes + [Self.call("abc")]), from: shown)
                == #"{"type":"frame","seq":2,"time":0,"nodes":[{"id":"call/abc","kind":"call","#
                + #""x":395,"y":17,"width":170,"height":48,"alpha":1,"name":"Bob","born":0}]}"#)
        #expect(
            delta(Frame(), from: shown)
                == #"{"type":"frame","seq":2,"time":0,"nodes":[],"removed":["gifts/0"]}"#)
    }

    @Test("If kinds and arrival do not determine the order, the frame is full")
    func order() {
        func isFull(_ shown: [Node], _ nodes: [Node]) -> Bool {
            delta(Frame(nodes: nodes), from: Frame(nodes: shown)).string.contains(#""full":true"#)
        }
        let (a, b, c) = (Self.call("a"), Self.call("b"), Self.call("c"))
        #expect(!isFull([a], [a, b, c]))
        #expect(!isFull([a, b], [b, c]))
        #expect(!isFull([a], [Self.gift(), a]))
        #expect(!isFull([Self.gift()], [Self.gift(), a]))
        // Node "a" left and returned while "b" arrived.
        #expect(isFull([a], [b, a]))
        #expect(isFull([a, c], [a, b, c]))
        #expect(isFull([a], [a, Self.gift()]))
    }

    @Test("Nodes that change places make the frame full")
    func places() {
        let shown = Frame(nodes: [Self.call("a"), Self.call("b")])
        let text = delta(Frame(nodes: [Self.call("b"), Self.call("a")]), from: shown)
        #expect(text.begins(with: #"{"type":"frame","seq":2,"time":0,"full":true,"nodes":["#))
    }
}
