package import HTTPRouting
import Journal
package import Texts

/// Stores the spoken messages of alerts, which have a quota of their own, and which are deleted after a day.
extension Assets {
    /// The largest charge of a room's speeches, in bytes. Beyond it, the room's oldest speeches are deleted.
    private static let speechBytesPerRoom = 64 << 20
    private static let keptMicroseconds: Int64 = 86_400_000_000

    /// Stores a speech for a room. Calls `completion` with its address and its duration, or with nil if the file is no
    /// WAV or Ogg file that can be stored.
    package func receiveSpeech(
        _ bytes: [UInt8], for room: Text,
        completion: @escaping ((url: Text, seconds: Double)?) -> Void
    ) throws(Problem) {
        makeSpace(for: bytes.count, in: room)
        try receive(
            bytes, nil, for: room, spokenAt: .now, by: { () throws(Problem) in nil },
            completion: { [self] result in completion(speech(result, of: room)) })
    }

    private func speech(
        _ result: Result<(asset: Asset, isNew: Bool), Problem>, of room: Text
    ) -> (url: Text, seconds: Double)? {
        guard case .success(let (asset, _)) = result else { return nil }
        if let seconds = asset.form.seconds, asset.form.isSpeech { return (asset.url, seconds) }
        if asset.spokenAt != nil { remove(asset.name, from: room, byKey: nil) { _ in } }
        return nil
    }

    /// True if the address is that of a WAV or Ogg file of a room.
    package func isSpeech(_ address: Text, in room: Text) -> Bool {
        let prefix: Text = "/assets/"
        guard address.begins(with: prefix) else { return false }
        let name = Text(decoding: address.utf8.dropFirst(prefix.byteCount))
        return has(name, in: room) && asset(name)?.form.isSpeech ?? false
    }

    private func makeSpace(for byteCount: Int, in room: Text) {
        let speeches = table.speeches(of: room)
        var charge = speeches.reduce(StoredFile.charge(byteCount)) { $0 + $1.charge }
        for speech in speeches {
            guard charge > Self.speechBytesPerRoom else { return }
            charge -= speech.charge
            remove(speech.name, from: room, byKey: nil) { _ in }
        }
    }

    /// Deletes the speeches that are older than a day.
    package func removeOldSpeeches() {
        let limit = WallTime(microseconds: WallTime.now.microseconds - Self.keptMicroseconds)
        for (name, room) in table.speeches(before: limit) {
            remove(name, from: room, byKey: nil) { _ in }
        }
    }
}
