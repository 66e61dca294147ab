package import HTTPRouting
import Journal
package import Texts

/// Stores the spoken messages of alerts, which have a quota of their own, and which are deleted after a day.
extension Assets {
    /// The largest charge of a room's speeches, in bytes. Beyond it, the room's oldest speeches are deleted.
    private static let speechBytesPerRoom = 64 << 20
    private static let keptMicroseconds: Int64 = 86_400_000_000

    /// Stores a speech for a room. Calls `completion` with its address and its duration, or with nil if the file is no
    /// WAV or Ogg file of at most `mostSeconds` that can be stored.
    ///
    /// `needed`: the addresses of the room's speeches that alerts will play, which stay.
    package func receiveSpeech(
        _ bytes: [UInt8], for room: Text, mostSeconds: Double, needed: Set<Text>,
        completion: @escaping ((url: Text, seconds: Double)?) -> Void
    ) throws(Problem) {
        makeSpace(for: bytes.count, in: room, needed)
        try receive(
            bytes, nil, for: room, spokenAt: .now, by: { () throws(Problem) in nil },
            completion: { [self] result in
                guard case .success(let (asset, _)) = result else { return completion(nil) }
                let seconds = asset.form.isSpeech ? asset.form.seconds ?? 0 : 0
                guard seconds > 0, seconds <= mostSeconds else {
                    removeSpeech(asset.url, of: room)
                    return completion(nil)
                }
                completion((asset.url, seconds))
            })
    }

    /// Deletes a speech that no alert plays. A file that a user uploaded, too, stays.
    package func removeSpeech(_ address: Text, of room: Text) {
        guard let speech = table.speeches(of: room).first(where: { $0.url == address }) else {
            return
        }
        remove(speech.name, from: room, byKey: nil) { _ in }
    }

    /// True if the address is that of a WAV or Ogg file of a room.
    package func isSpeech(_ address: Text, in room: Text) -> Bool {
        let prefix: Text = "/assets/"
        guard address.begins(with: prefix) else { return false }
        let name = Text(decoding: address.utf8.dropFirst(prefix.byteCount))
        return has(name, in: room) && asset(name)?.form.isSpeech ?? false
    }

    /// Deletes the room's oldest speeches that are not needed, until a new one has its place.
    private func makeSpace(for byteCount: Int, in room: Text, _ needed: Set<Text>) {
        var charge = StoredFile.charge(byteCount) + table.speechCharge(of: room)
        guard charge > Self.speechBytesPerRoom else { return }
        for speech in table.speeches(of: room) where !needed.contains(speech.url) {
            guard charge > Self.speechBytesPerRoom else { return }
            charge -= speech.charge
            remove(speech.name, from: room, byKey: nil) { _ in }
        }
    }

    /// Deletes the oldest speeches of all rooms, if files with this charge then have their place beside all others.
    func makeSpace(for charge: Int) {
        // Shared files leave the index only when the news of their removal comes.
        var missing = table.byteCount + charge - limitBytes
        guard missing > 0 else { return }
        let speeches = table.speeches
        guard missing <= speeches.reduce(0, { $0 + $1.asset.charge }) else { return }
        for (speech, room) in speeches where missing > 0 {
            missing -= speech.charge
            remove(speech.name, from: room, byKey: nil) { _ in }
        }
    }

    /// Deletes the speeches that are older than a day.
    package func removeOldSpeeches() {
        let limit = WallTime(microseconds: WallTime.now.microseconds - Self.keptMicroseconds)
        for (speech, room) in table.speeches {
            guard let time = speech.spokenAt, time < limit else { return }
            remove(speech.name, from: room, byKey: nil) { _ in }
        }
    }
}
