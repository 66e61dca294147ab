/// The controllers of all routes. Each answers a group of HTTP calls and has only the parts of the server that it needs.
struct Controllers {
    let assets: AssetController
    let configurations: ConfigurationController
    let events: EventController
    let held: HeldController
    let history: HistoryController
    let hooks: HookController
    let keys: KeyController
    let monitoring: MonitoringController
    let pages: PageController
    let retractions: RetractionController
    let rooms: RoomController
    let sources: SourceController
    let states: StateController
    let streams: StreamController
    let triggers: TriggerController
    let viewers: ViewerController
}
