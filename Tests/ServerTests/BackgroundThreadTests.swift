import Dispatch
import Glibc
import Synchronization
import Testing

@testable import Access
@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import Server

@Suite("Background threads")
struct BackgroundThreadTests {
    private static var priority: Int32 {
        getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
    }

    @Test("Tasks run in order, at a lower priority than their caller")
    func order() throws {
        let done = Mutex<[Int]>([])
        let priorities = Mutex<Set<Int32>>([])
        let ended = Signal()
        let thread = BackgroundThread(name: "test")
        for number in 0..<100 {
            thread.run {
                done.withLock { $0.append(number) }
                priorities.withLock { _ = $0.insert(Self.priority) }
                if number == 99 { ended.send() }
            }
        }
        ended.wait()
        #expect(done.withLock { $0 } == Array(0..<100))
        #expect(priorities.withLock { $0 } == [min(19, Self.priority + 10)])
    }

    @Test("A running task finishes even if its thread object is released")
    func end() throws {
        let release = Signal()
        let begun = Signal()
        let ended = Signal()
        var thread: BackgroundThread? = BackgroundThread(name: "test")
        thread?.run {
            begun.send()
            release.wait()
            ended.send()
        }
        begun.wait()
        thread = nil
        release.send()
        ended.wait()
    }
}

/// A signal from one thread to another.
private final class Signal: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func send() { semaphore.signal() }

    func wait() { semaphore.wait() }
}
