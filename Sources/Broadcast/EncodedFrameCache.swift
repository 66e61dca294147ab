import Transport

/// A cache of a room's newest frame as encoded messages, each made once for all viewers with the same previous frame
/// and form.
struct EncodedFrameCache {
    private struct Entry {
        var form: FrameForm
        /// The number of the previous frame; 0: the message is a full frame.
        var from: Int64
        let message: Message
    }

    /// The first `count` entries encode the frame `seq`. The rest is kept to be filled again.
    private var entries: [Entry] = []
    private var count = 0
    private var seq: Int64 = 0

    /// Returns the newest frame for viewers whose previous frame is `shown`. If that frame is not kept any more, they
    /// get a full frame, as new viewers do.
    package mutating func message(
        of frames: FrameHistory, since shown: Int64, as form: FrameForm, by encoder: FrameEncoder
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
