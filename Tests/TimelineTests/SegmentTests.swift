import Testing
import Timeline

@Suite("Segment")
struct SegmentTests {
    private func seconds(_ value: Double) -> Instant { .zero + Duration(seconds: value) }

    @Test("A segment keeps its first value before its start, and its last after its end")
    func outside() {
        let segment = Segment(
            from: -126, to: 24, start: seconds(2), duration: Duration(seconds: 0.3),
            easing: .easeInOut)
        #expect(segment.value(at: seconds(1)) == -126)
        #expect(segment.value(at: seconds(2)) == -126)
        #expect(segment.value(at: seconds(2.3)) == 24)
        #expect(segment.value(at: seconds(9)) == 24)
        #expect(segment.end == seconds(2.3))
    }

    @Test("easeInOut is halfway at half time")
    func half() {
        let segment = Segment(
            from: -176, to: 24, start: .zero, duration: Duration(seconds: 0.25),
            easing: .easeInOut)
        #expect(abs(segment.value(at: seconds(0.125)) - -76) < 1e-9)
    }

    @Test("A segment without a duration is at its end at once")
    func noDuration() {
        let segment = Segment(from: 1, to: 5, start: .zero, duration: .zero, easing: .linear)
        #expect(segment.value(at: .zero) == 5)
    }

    @Test("A redirected segment starts from its current value")
    func redirected() {
        let first = Segment(
            from: 0, to: 10, start: .zero, duration: Duration(seconds: 1), easing: .linear)
        let second = first.redirected(
            to: 0, at: seconds(0.4), duration: Duration(seconds: 2), easing: .linear)
        #expect(second.value(at: seconds(0.4)) == 4)
        #expect(abs(second.value(at: seconds(1.4)) - 2) < 1e-12)
        #expect(second.value(at: seconds(2.4)) == 0)
    }
}
