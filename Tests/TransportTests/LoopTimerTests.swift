import Glibc
import Testing
import Texts
import Transport

@Suite("Loop timers")
struct LoopTimerTests {
    @Test("A repeating timer never fires early and reports every expiration")
    func rate() throws {
        let calls = Promise<[(time: UInt64, total: UInt64)]>()
        let server = try TestServer()
        let interval: UInt64 = 16_666_667
        let start = try server.onLoop { handler in
            var seen: [(time: UInt64, total: UInt64)] = []
            let start = LoopTimer.now
            let timer = try! handler.loop!.makeTimer { expirations in
                let total = (seen.last?.total ?? 0) + expirations
                seen.append((LoopTimer.now, total))
                guard total >= 30 else { return }
                handler.timers.removeAll()
                calls.fulfill(seen)
            }
            timer.arm(atNanoseconds: start + interval, everyNanoseconds: interval)
            handler.timers.append(timer)
            return start
        }
        var previous = start
        for (time, total) in try calls.wait() {
            // No call is early, and each covers all expirations due at the previous call.
            #expect(time >= start + total * interval)
            #expect(total >= (previous - start) / interval)
            previous = time
        }
    }

    @Test("Missed expirations are reported as a count in one call")
    func missedExpirations() throws {
        let counts = Promise<[UInt64]>()
        let server = try TestServer()
        try server.onLoop { handler in
            var seen: [UInt64] = []
            let timer = try! handler.loop!.makeTimer { expirations in
                seen.append(expirations)
                // The loop stands still for five intervals.
                if seen.count == 1 { usleep(55_000) }
                if seen.count == 2 {
                    handler.timers.removeAll()
                    counts.fulfill(seen)
                }
            }
            timer.arm(atNanoseconds: LoopTimer.now, everyNanoseconds: 10_000_000)
            handler.timers.append(timer)
        }
        let seen = try counts.wait()
        #expect(seen.count == 2)
        #expect(seen[1] >= 5)
    }

    @Test("A one-shot timer fires once for each time it is armed, even for a time in the past")
    func oneShot() throws {
        let fired = Promise<Int>()
        let server = try TestServer()
        try server.onLoop { handler in
            var count = 0
            let timer = try! handler.loop!.makeTimer { expirations in
                #expect(expirations == 1)
                count += 1
                if count < 3 { handler.timers[0].arm(atNanoseconds: 0) }
                if count == 3 { fired.fulfill(count) }
            }
            handler.timers.append(timer)
            timer.arm(atNanoseconds: LoopTimer.now - 1_000_000)
        }
        #expect(try fired.wait() == 3)
    }

    @Test("A disarmed or invalidated timer does not fire")
    func silence() throws {
        let passed = Promise<Bool>()
        let server = try TestServer()
        try server.onLoop { handler in
            let silent = (0..<2).map { _ in
                try! handler.loop!.makeTimer { _ in Issue.record("it fired") }
            }
            for timer in silent { timer.arm(atNanoseconds: LoopTimer.now + 2_000_000) }
            silent[0].disarm()
            silent[1].invalidate()
            let last = try! handler.loop!.makeTimer { _ in passed.fulfill(true) }
            last.arm(atNanoseconds: LoopTimer.now + 20_000_000)
            handler.timers = silent + [last]
        }
        #expect(try passed.wait())
    }
}
