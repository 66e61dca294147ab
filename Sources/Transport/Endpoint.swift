import CLibwebsockets

/// What stands behind one of the library's descriptors: a listener, a connection, a stream or a
/// timer. The library's object holds a reference to it from `bind` until it is destroyed.
class Endpoint {
    /// Nil before the library has the descriptor and after it has let it go.
    private(set) var wsi: OpaquePointer?
    unowned let loop: EventLoop

    init(loop: EventLoop) {
        self.loop = loop
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
        endpoint.released()
    }

    /// Has the library close the descriptor when it is back in its loop: closing at once is not
    /// allowed from within the descriptor's own callback.
    final func hangUp() {
        guard let wsi else { return }
        lws_set_timeout(wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC)
    }
}
