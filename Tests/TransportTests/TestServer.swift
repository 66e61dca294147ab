import Dispatch
import Glibc
import Logging
import Synchronization
import Testing
import Texts
import Transport

/// How long a test waits for what must come; a test that passes never waits that long.
let patience = 30.0

/// A loop on a thread of its own, with a handler that tests drive from outside.
final class TestServer: Sendable {
    let port: UInt16
    let handle: LoopHandle
    private let jobs: Jobs
    private let ended: DispatchSemaphore

    init(
        _ configuration: ListenConfiguration = .init(),
        prepare: @escaping @Sendable (Scene) -> Void = { _ in }
    ) throws {
        let jobs = Jobs()
        let ended = DispatchSemaphore(value: 0)
        let started = DispatchSemaphore(value: 0)
        let outcome = Mutex<Result<(UInt16, LoopHandle), TransportError>?>(nil)
        Self.onThread {
            let scene = Scene(jobs: jobs)
            do throws(TransportError) {
                let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
                let loop = try EventLoop(
                    configuration: configuration,
                    handler: scene,
                    logger: logger
                )
                scene.loop = loop
                prepare(scene)
                outcome.withLock { $0 = .success((loop.port, loop.handle)) }
                started.signal()
                loop.run()
                scene.loop = nil
            } catch {
                outcome.withLock { $0 = .failure(error) }
                started.signal()
            }
            ended.signal()
        }
        started.wait()
        let result = try #require(outcome.withLock { $0 })
        (port, handle) = try result.get()
        self.jobs = jobs
        self.ended = ended
    }

    deinit {
        handle.stop()
    }

    /// Runs `body` on the loop's thread and waits for it.
    func onLoop<Value: Sendable>(_ body: @escaping @Sendable (Scene) -> Value) throws -> Value {
        let result = Mutex<Value?>(nil)
        let done = DispatchSemaphore(value: 0)
        let shared = Shared(result)
        jobs.add { scene in
            let value = body(scene)
            shared.mutex.withLock { $0 = value }
            done.signal()
        }
        handle.wake()
        try #require(done.wait(timeout: .now() + patience) == .success, "the loop did not answer")
        return try #require(shared.mutex.withLock { $0 })
    }

    /// Asks until `condition` holds.
    func wait(until condition: @escaping @Sendable (Scene) -> Bool) throws {
        let end = LoopTimer.now + UInt64(patience * 1e9)
        while try !onLoop(condition) {
            try #require(LoopTimer.now < end, "it never came to that")
            usleep(1000)
        }
    }

    func stopAndWait() throws {
        handle.stop()
        try #require(ended.wait(timeout: .now() + patience) == .success, "the loop did not end")
        ended.signal()
    }

    private static func onThread(_ body: @escaping @Sendable () -> Void) {
        let box = Unmanaged.passRetained(Body(body))
        var thread = pthread_t()
        pthread_create(
            &thread,
            nil,
            { pointer in
                Unmanaged<Body>.fromOpaque(pointer!).takeRetainedValue().run()
                return nil
            },
            box.toOpaque()
        )
        pthread_detach(thread)
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private final class Shared<Value: Sendable>: Sendable {
        let mutex: Mutex<Value?>
        init(_ mutex: consuming Mutex<Value?>) { self.mutex = mutex }
    }
}

/// What is to be done on the loop's thread.
final class Jobs: Sendable {
    private let waiting = Mutex<[@Sendable (Scene) -> Void]>([])

    func add(_ job: @escaping @Sendable (Scene) -> Void) {
        waiting.withLock { $0.append(job) }
    }

    func take() -> [@Sendable (Scene) -> Void] {
        waiting.withLock { jobs in
            defer { jobs = [] }
            return jobs
        }
    }
}

/// Waits for a value that another thread brings.
final class Promise<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let kept = DispatchSemaphore(value: 0)

    func keep(_ value: Value) {
        self.value.withLock { $0 = value }
        kept.signal()
    }

    func wait() throws -> Value {
        try #require(kept.wait(timeout: .now() + patience) == .success, "nothing came")
        return try #require(value.withLock { $0 })
    }
}
