import Transport

/// The newest frame of a room as it is sent, encoded once for all who lack the same in the same form.
struct EncodedFrame {
    private struct Entry {
        var form: FrameForm
        /// The frame that is known; 0: none that is kept.
        var from: Int64
        let message: Message
    }

    /// The first `count` hold the frame `seq`; the others wait to be filled anew.
    private var entries: [Entry] = []
    private var count = 0
    private var seq: Int64 = 0

    /// The newest of `frames` for whoever was last sent the frame `shown`. Those whose frame is no
    /// longer kept get the full frame, as newcomers do.
    mutating func message(
        of frames: FrameHistory, to shown: Int64, as form: FrameForm, by encoder: FrameEncoder
    ) -> Message {
        if seq != frames.seq {
            count = 0
            seq = frames.seq
        }
        let from = frames.keeps(shown) ? shown : 0
        for index in 0..<count where entries[index].from == from && entries[index].form == form {
            return entries[index].message
        }
        if count == entries.count {
            entries.append(Entry(form: form, from: from, message: Message()))
        }
        entries[count].form = form
        entries[count].from = from
        let message = entries[count].message
        count += 1
        encoder.encode(frames, from: from, as: form, into: message)
        return message
    }
}
