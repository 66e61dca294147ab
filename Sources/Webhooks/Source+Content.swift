import Access
import HTTPRouting
import Journal
import LiveRooms
import Platforms
import Stage
package import Texts
import Transport
import Wire

extension Delivery {
    /// The delivery in a request's body and headers. `currency`: that of the room.
    init(_ call: Call, currency: Text) {
        self.init(
            body: call.request.body, wallMicroseconds: WallTime.now.microseconds,
            field: { [request = call.request] in request.header($0) },
            microseconds: { WallTime($0)?.microseconds }, currency: currency)
    }
}

extension Source {
    /// Reads a delivery with the room's settings of this source. Throws the answer to a delivery that can't be read.
    func content(of delivery: Delivery, _ setting: SourceSetting?) throws(Problem)
        -> DeliveryContent
    {
        do throws(DeliveryFault) {
            return try read(delivery, setting?.settings ?? .object([]))
        } catch {
            throw .undeliverable(error)
        }
    }
}

extension [Text] {
    /// The texts with commas between them.
    package var list: Text { dropFirst().reduce(first ?? "") { "\($0), \($1)" } }
}
