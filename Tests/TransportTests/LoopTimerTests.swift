import Glibc
import Testing
import Texts
import Transport

@Suite struct LoopTimerTests {
    @Test func `a timer keeps its rate`() throws {
        let ticks = Promise<UInt64>()
        let server = try TestServer()
        let interval: UInt64 = 16_666_667
        try server.onLoop { scene in
            var total: UInt64 = 0
            let start = LoopTimer.now
            var last = start
            let timer = try! scene.loop!.makeTimer { expirations in
                total += expirations
                // None comes early, and none that was due at the last call is missing.
                #expect(LoopTimer.now >= start + total * interval)
                #expect(total >= (last - start) / interval)
                last = LoopTimer.now
                if total >= 30 { ticks.keep(total) }
                if total >= 30 { scene.timers.removeAll() }
            }
            timer.arm(atNanoseconds: start + interval, everyNanoseconds: interval)
            scene.timers.append(timer)
        }
        #expect(try ticks.wait() >= 30)
    }

    @Test func `missed expirations are told, not made up for`() throws {
        let counts = Promise<[UInt64]>()
        let server = try TestServer()
        try server.onLoop { scene in
            var seen: [UInt64] = []
            let timer = try! scene.loop!.makeTimer { expirations in
                seen.append(expirations)
                if seen.count == 1 { usleep(55_000) }
                if seen.count == 2 {
                    scene.timers.removeAll()
                    counts.keep(seen)
                }
            }
            timer.arm(atNanoseconds: LoopTimer.now, everyNanoseconds: 10_000_000)
            scene.timers.append(timer)
        }
        let seen = try counts.wait()
        #expect(seen.count == 2)
        #expect(seen[1] >= 5)
    }

    @Test func `a timer fires once, at once where its time has gone by, and again when armed`()
        throws
    {
        let fired = Promise<Int>()
        let server = try TestServer()
        try server.onLoop { scene in
            var count = 0
            let timer = try! scene.loop!.makeTimer { expirations in
                #expect(expirations == 1)
                count += 1
                if count < 3 { scene.timers[0].arm(atNanoseconds: 0) }
                if count == 3 { fired.keep(count) }
            }
            scene.timers.append(timer)
            timer.arm(atNanoseconds: LoopTimer.now - 1_000_000)
        }
        #expect(try fired.wait() == 3)
    }

    @Test func `a disarmed or invalidated timer is silent`() throws {
        let passed = Promise<Bool>()
        let server = try TestServer()
        try server.onLoop { scene in
            let silent = (0..<2).map { _ in
                try! scene.loop!.makeTimer { _ in Issue.record("it fired") }
            }
            for timer in silent { timer.arm(atNanoseconds: LoopTimer.now + 2_000_000) }
            silent[0].disarm()
            silent[1].invalidate()
            let last = try! scene.loop!.makeTimer { _ in passed.keep(true) }
            last.arm(atNanoseconds: LoopTimer.now + 20_000_000)
            scene.timers = silent + [last]
        }
        #expect(try passed.wait())
    }
}
