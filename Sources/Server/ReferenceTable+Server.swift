import Access
import HTTPRouting
import Monitoring
import Webhooks
package import Wire

extension ReferenceTable {
    /// The documentation's tables about the server: `metrics`, `problems`, `routes`, `limits` and `reasons`.
    package static let server = [metrics, problems, routes, limits, reasons]
}
