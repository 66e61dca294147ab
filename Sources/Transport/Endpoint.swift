import CLibwebsockets

/// The owner of a descriptor in the library libwebsockets, which is a listener, a connection, a stream or a timer. The
/// library's object retains its endpoint from `bind` until the object is destroyed.
class Endpoint {
    /// Nil before the library has the descriptor, and after it has released it.
    private(set) var wsi: OpaquePointer?
    private(set) var descriptor: Int32 = -1
    /// True if the loop is about to close the descriptor.
    private(set) var isHungUp = false
    unowned let loop: EventLoop
    /// The loop's poller. It is retained here, because the library releases descriptors during the loop's
    /// deinitialization.
    private let poller: Poller
    /// The events that the endpoint waits for.
    private var interest = Poller.Interest.input
    /// The events that the poller waits for.
    private var polled = Poller.Interest.input
    /// The readiness that was not served yet, in the bits of poll(2).
    private var readiness: Int16 = 0
    /// True if the endpoint waits for its turn in the loop's round.
    private var isInLine = false
    /// True if it has work for its next turn, even without readiness.
    private(set) var hasMore = false
    /// The share of the loop's time that it has used recently.
    final var use = LoopUse()
    /// True while it is not read, because it has used much of the loop's time.
    private(set) var isResting = false

    init(loop: EventLoop) {
        self.loop = loop
        poller = loop.poller
    }

    /// True if the library itself answers some of the input: pings and closes.
    var isAnsweredByLibrary: Bool { false }

    /// True if the close frame has been sent: the library has no other bytes to send.
    var hasSaidGoodbye: Bool { false }

    /// The rank in the loop's round.
    var rank: ReadyQueue.Rank { .others }

    /// Continues work that was left for this turn.
    func goOn() {}

    /// True if the endpoint is not read for a while after it has used much of the loop's time.
    var rests: Bool { false }

    /// Continues after a pause.
    func endRest() {
        if isResting { use.endRest(atNanoseconds: LoopTimer.now) }
        isResting = false
    }

    /// Pauses reading while the endpoint has used more than its fair share of the loop's time.
    final func restIfMuch(atNanoseconds now: UInt64) {
        guard rests, !isResting, wsi != nil, use.isMuch(atNanoseconds: now) else { return }
        isResting = true
        takesInput = false
        loop.holdback.rest(self, untilNanoseconds: use.fairNanoseconds, atNanoseconds: now)
    }

    /// Handles an event of the descriptor. The library closes the descriptor if the result is not 0.
    func handle(_ reason: lws_callback_reasons, _ bytes: UnsafeMutableRawBufferPointer) -> Int32 {
        0
    }

    /// Called when the library has released the descriptor.
    func released() {}

    final func bind(to wsi: OpaquePointer) {
        self.wsi = wsi
        lws_set_opaque_user_data(wsi, Unmanaged.passRetained(self).toOpaque())
        descriptor = lws_get_socket_fd(wsi)
        if !poller.add(self) { hangUp() }
    }

    static func bound(to wsi: OpaquePointer) -> Endpoint? {
        lws_get_opaque_user_data(wsi).map {
            Unmanaged<Endpoint>.fromOpaque($0).takeUnretainedValue()
        }
    }

    static func release(_ wsi: OpaquePointer) {
        guard let reference = lws_get_opaque_user_data(wsi) else { return }
        lws_set_opaque_user_data(wsi, nil)
        let endpoint = Unmanaged<Endpoint>.fromOpaque(reference).takeRetainedValue()
        endpoint.wsi = nil
        endpoint.poller.forget(endpoint)
        endpoint.released()
    }

    /// Records readiness. Returns true if the endpoint has to join the round.
    final func note(_ ready: Int16) -> Bool {
        let unwanted = Int16(truncatingIfNeeded: polled.subtracting(interest).rawValue)
        if ready & unwanted != 0 { poll() }
        readiness |= ready & ~unwanted
        return readiness != 0 && standInLine()
    }

    private func standInLine() -> Bool {
        defer { isInLine = true }
        return !isInLine
    }

    /// Records work for the next turn. Returns true if the endpoint has to join the round.
    final func noteMore() -> Bool {
        hasMore = true
        return standInLine()
    }

    /// Begins the endpoint's turn. Returns the readiness that it still waits for, and true if it has more
    /// work.
    final func takeTurn() -> (readiness: Int16, hasMore: Bool) {
        defer { (readiness, hasMore, isInLine) = (0, false, false) }
        let faults = EPOLLERR.rawValue | EPOLLHUP.rawValue
        return (readiness & Int16(truncatingIfNeeded: interest.rawValue | faults), hasMore)
    }

    /// Called when the library closes the descriptor itself, after a breach of the protocol.
    func noteEnding() {}

    /// True if `handle` is called with input. Otherwise input stays in the kernel.
    ///
    /// After a change to false, the poller is told only when input arrives. Most clients wait for a response
    /// before they send more, so this saves system calls.
    final var takesInput: Bool {
        get { interest.contains(.input) }
        set {
            guard newValue != takesInput, let wsi else { return }
            lws_rx_flow_control(wsi, newValue ? 1 : 0)
            if newValue { interest.insert(.input) } else { interest.remove(.input) }
            if newValue, !polled.contains(.input) { poll() }
        }
    }

    /// Calls `handle` once the descriptor accepts output.
    final func awaitOutput() {
        guard let wsi else { return }
        lws_callback_on_writable(wsi)
        interest.insert(.output)
        if !polled.contains(.output) { poll() }
    }

    /// Ends the wait for output.
    final func outputCame() {
        interest.remove(.output)
        if polled.contains(.output) { poll() }
    }

    /// Sets the events of the poller to those that the endpoint waits for.
    private func poll() {
        guard wsi != nil else { return }
        polled = interest
        poller.set(interest, of: descriptor)
    }

    /// Closes the descriptor at the end of the round, because it can't be closed within its own callback.
    /// Until then it is not served.
    final func hangUp() {
        guard wsi != nil, !isHungUp else { return }
        isHungUp = true
        loop.end(self)
    }

    /// Closes the descriptor. If the library has unsent output of a stream, that is sent first, for at most
    /// five seconds.
    final func end() {
        isHungUp = false
        guard let wsi else { return }
        if lws_partial_buffered(wsi) != 0 { awaitOutput() }
        lws_set_timeout(wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_SYNC)
    }
}
