import CLibwebsockets

/// What stands behind one of the library's descriptors: a listener, a connection, a stream or a
/// timer. The library's object holds a reference to it from `bind` until it is destroyed.
class Endpoint {
    /// Nil before the library has the descriptor and after it has let it go.
    private(set) var wsi: OpaquePointer?
    private(set) var descriptor: Int32 = -1
    /// Whether the loop is about to close it.
    private(set) var isHungUp = false
    unowned let loop: EventLoop
    /// The loop's; held, because the library lets go of descriptors when the loop is on its way out.
    private let poller: Poller
    /// What it waits for.
    private var interest = Poller.Interest.input
    /// What the poller waits for on its behalf.
    private var polled = Poller.Interest.input
    /// How it is ready that was not served yet, in the bits of poll(2).
    private var readiness: Int16 = 0
    /// Whether it waits for its turn in the loop's round.
    private var isInLine = false
    /// Whether it has something to do that it was not ready for.
    private(set) var hasMore = false
    /// How much of the loop's time it has had of late.
    final var use = LoopUse()
    /// Whether nothing of it is read because that was much.
    private(set) var isResting = false

    init(loop: EventLoop) {
        self.loop = loop
        poller = loop.poller
    }

    /// Whether the library answers by itself what is read: pings and closes.
    var isAnsweredByLibrary: Bool { false }

    /// Whether all has been said to the peer, so that the library has nothing to add.
    var hasSaidGoodbye: Bool { false }

    /// Before whom it is served.
    var rank: Round.Rank { .others }

    /// Does what was left for another turn.
    func goOn() {}

    /// Whether nothing of it is read for a while once it has had much of the loop's time.
    var rests: Bool { false }

    /// Goes on after it was held back.
    func endRest() {
        if isResting { use.endRest(atNanoseconds: LoopTimer.now) }
        isResting = false
    }

    /// Has nothing of it read while it has had more of the loop's time than is fair.
    final func restIfMuch(atNanoseconds now: UInt64) {
        guard rests, !isResting, wsi != nil, use.isMuch(atNanoseconds: now) else { return }
        isResting = true
        takesInput = false
        loop.holdback.rest(self, untilNanoseconds: use.fairNanoseconds, atNanoseconds: now)
    }

    /// An event of the descriptor's; anything but 0 makes the library close it.
    func handle(_ reason: lws_callback_reasons, _ bytes: UnsafeMutableRawBufferPointer) -> Int32 {
        0
    }

    /// The library has let the descriptor go.
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

    /// Notes that it is ready; returns whether it is to be put in line.
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

    /// Notes that it goes on at its next turn; returns whether it is to be put in line.
    final func noteMore() -> Bool {
        hasMore = true
        return standInLine()
    }

    /// Begins its turn: how it is ready, of what it still waits for, and whether it has something left.
    final func takeTurn() -> (readiness: Int16, hasMore: Bool) {
        defer { (readiness, hasMore, isInLine) = (0, false, false) }
        let faults = EPOLLERR.rawValue | EPOLLHUP.rawValue
        return (readiness & Int16(truncatingIfNeeded: interest.rawValue | faults), hasMore)
    }

    /// The library closes it of its own accord, which it does on a breach of the protocol.
    func noteEnding() {}

    /// Whether `handle` is to be called with input, which else stays in the kernel.
    ///
    /// The poller is told that none is wanted only once some comes: most clients wait for the answer to
    /// what they have asked before they ask more.
    final var takesInput: Bool {
        get { interest.contains(.input) }
        set {
            guard newValue != takesInput, let wsi else { return }
            lws_rx_flow_control(wsi, newValue ? 1 : 0)
            if newValue { interest.insert(.input) } else { interest.remove(.input) }
            if newValue, !polled.contains(.input) { poll() }
        }
    }

    /// Has `handle` called once the descriptor takes output.
    final func awaitOutput() {
        guard let wsi else { return }
        lws_callback_on_writable(wsi)
        interest.insert(.output)
        if !polled.contains(.output) { poll() }
    }

    /// The output that was awaited is taken.
    final func outputCame() {
        interest.remove(.output)
        if polled.contains(.output) { poll() }
    }

    /// Has the poller wait for just what is wanted.
    private func poll() {
        guard wsi != nil else { return }
        polled = interest
        poller.set(interest, of: descriptor)
    }

    /// Closes the descriptor when the loop is back in its round: closing at once is not allowed
    /// from within the descriptor's own callback. Until then it is not served.
    final func hangUp() {
        guard wsi != nil, !isHungUp else { return }
        isHungUp = true
        loop.end(self)
    }

    /// Closes the descriptor; what the library keeps of a stream's output goes out first, for at
    /// most five seconds.
    final func end() {
        isHungUp = false
        guard let wsi else { return }
        if lws_partial_buffered(wsi) != 0 { awaitOutput() }
        lws_set_timeout(wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_SYNC)
    }
}
