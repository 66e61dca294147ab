import Access
import HTTPRouting
import History
import LiveRooms
import Pages
import Texts
import Transport
import Webhooks

/// Serves the files of the web pages.
struct PageController {
    let site: Site

    func overlay(_ call: Call) throws(Problem) { try show(Site.overlay, call) }

    func studio(_ call: Call) throws(Problem) { try show(Site.studio, call) }

    func file(_ call: Call) throws(Problem) { try show(call.values, call) }

    private func show(_ path: [Text], _ call: Call) throws(Problem) {
        guard let response = site.response(path: path, to: call.request) else {
            throw .notFound("There is no such file.")
        }
        call.reply(response)
    }
}
