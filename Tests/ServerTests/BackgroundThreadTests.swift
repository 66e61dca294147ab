import Dispatch
import Glibc
import Synchronization
import Testing

@testable import Server

@Suite("Background threads")
struct BackgroundThreadTests {
    private static var priority: Int32 {
        getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
    }

    @Test("One thing after the other is done, at a lower priority than what asked for it")
    func order() throws {
        let done = Mutex<[Int]>([])
        let priorities = Mutex<Set<Int32>>([])
        let ended = Promise()
        let thread = BackgroundThread(name: "test")
        for number in 0..<100 {
            thread.run {
                done.withLock { $0.append(number) }
                priorities.withLock { _ = $0.insert(Self.priority) }
                if number == 99 { ended.keep() }
            }
        }
        ended.wait()
        #expect(done.withLock { $0 } == Array(0..<100))
        #expect(priorities.withLock { $0 } == [min(19, Self.priority + 10)])
    }

    @Test("What is under way is done though its thread is let go")
    func end() throws {
        let held = Promise()
        let under = Promise()
        let ended = Promise()
        var thread: BackgroundThread? = BackgroundThread(name: "test")
        thread?.run {
            under.keep()
            held.wait()
            ended.keep()
        }
        under.wait()
        thread = nil
        held.keep()
        ended.wait()
    }
}

/// Something that one thread waits for and another brings.
private final class Promise: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func keep() { semaphore.signal() }

    func wait() { semaphore.wait() }
}
