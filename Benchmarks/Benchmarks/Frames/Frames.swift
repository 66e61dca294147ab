import Benchmark
import Stage
import Timeline
import Wire

/// Benchmarks of a frame with two popping gift rows and three moving calls, from curves to bytes.
let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock, .cpuTotal],
        scalingFactor: .kilo, maxDuration: .seconds(2))

    Benchmark("Timeline: spring") { benchmark in
        let spring = Spring(damping: 0.7, velocity: 10)
        let whole = Duration(microseconds: 250_000)
        for index in benchmark.scaledIterations {
            let elapsed = Duration(microseconds: Int64(index * 131 % 250_000))
            blackHole(spring.value(after: elapsed, of: whole))
        }
    }

    Benchmark("Timeline: easeInOut") { benchmark in
        for index in benchmark.scaledIterations {
            blackHole(Easing.easeInOut.value(at: Double(index % 1000) / 1000))
        }
    }

    Benchmark("Stage: frame of a busy room") { benchmark in
        var busy = Busy()
        benchmark.startMeasurement()
        for _ in benchmark.scaledIterations { busy.next() }
        benchmark.stopMeasurement()
        blackHole(busy.frame)
    }

    Benchmark("Wire: frame of a busy room and its JSON delta") { benchmark in
        var busy = Busy()
        var writer = FrameJSON()
        benchmark.startMeasurement()
        for _ in benchmark.scaledIterations {
            busy.next()
            writer.writeDelta(busy.frame, from: busy.shown, seq: busy.seq)
        }
        benchmark.stopMeasurement()
        blackHole(writer.bytes)
    }

    Benchmark("Wire: frame of a busy room and its binary delta") { benchmark in
        var busy = Busy()
        var writer = FrameBinary()
        benchmark.startMeasurement()
        for _ in benchmark.scaledIterations {
            busy.next()
            writer.writeDelta(busy.frame, seq: busy.seq, from: busy.shown, seq: busy.seq - 1)
        }
        benchmark.stopMeasurement()
        blackHole(writer.bytes)
    }
}
