import Testing
import Texts
import Wire

@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

@Suite("Gift catalogue requests")
struct CatalogueTests {
    private let catalogue = "/v1/rooms/main/catalogue"

    @Test("A catalogue entry can be replaced, used and removed")
    func entries() throws {
        let client = try Client(LiveServer { $0.makeRoomsStill() })
        let set = try client.ask("PUT", "\(catalogue)/rose", #"{"name":"Red","value":7}"#)
        #expect(set.status == 200)
        #expect(
            set.json["catalogue"]?["rose"]
                == .object([.init("name", .string("Red")), .init("value", .number(7))]))
        #expect(set.json["catalogue"]?.members.count == 12)
        _ = try client.post("/v1/rooms/main/gifts", #"{"gift":"ROSE"}"#)
        let node = try client.get("/v1/rooms/main/frame").json["nodes"]?.elements.first
        #expect(node?["gift"] == .string("Red"))
        let event = try client.get("/v1/rooms/main/events").json["events"]?.elements.last
        #expect(event?["gift"] == .object([.init("name", .string("ROSE"))]))
        let less = try client.ask("DELETE", "\(catalogue)/rose")
        #expect(less.status == 200 && less.json["catalogue"]?.members.count == 11)
        #expect(try client.ask("DELETE", "\(catalogue)/rose").status == 404)
    }

    @Test("An invalid catalogue entry is rejected with a pointer to the fault")
    func refusals() throws {
        let client = try Client(LiveServer { $0.makeRoomsStill() })
        let fault = try client.ask("PUT", "\(catalogue)/rose", #"{"value":0.5}"#)
        #expect(fault.status == 422)
        #expect(
            fault.json["errors"]?.elements.first?["pointer"]
                == .string("/catalogue/rose/value"))
        let long = String(repeating: "k", count: 201)
        #expect(try client.ask("PUT", "\(catalogue)/\(long)", "{}").status == 422)
    }
}
