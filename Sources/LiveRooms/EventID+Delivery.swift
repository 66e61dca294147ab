package import Texts

/// IDs of the events that a platform's delivery makes beside its main event.
extension EventID {
    /// The largest number of places of events beside the notice.
    package static let mostPlaces = 3

    /// Returns the ID of the event at a place, from 1, among the events of one part of a delivery.
    package static func part(of id: Text, at place: Int) -> Text {
        place == 1 ? id : "\(id):\(place)"
    }

    /// Returns the ID of the notice of the event `id`.
    package static func notice(of id: Text) -> Text { id + noticeSuffix }

    /// Returns the ID of the main event that the notice `id` accompanies; `id` itself if it is not that of a notice.
    package static func main(of id: Text) -> Text {
        let suffix = noticeSuffix.utf8
        let isNotice = id.utf8.suffix(suffix.count).elementsEqual(suffix)
        return isNotice ? Text(decoding: id.utf8.dropLast(suffix.count)) : id
    }

    private static let noticeSuffix: Text = ":notice"
}
