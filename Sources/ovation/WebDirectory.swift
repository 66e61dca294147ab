import Foundation

/// Finds the directory of the web pages if no option names it.
enum WebDirectory {
    /// Returns `web` or `share/ovation/web`, beside the executable or up to five levels above it, or `web` in
    /// the working directory; nil: none of them has the pages.
    static func find() -> URL? {
        var place = Bundle.main.executableURL?.resolvingSymlinksInPath()
        var candidates: [URL] = []
        for _ in 0..<6 {
            place = place?.deletingLastPathComponent()
            guard let place else { break }
            candidates.append(place.appendingPathComponent("web"))
            candidates.append(place.appendingPathComponent("share/ovation/web"))
        }
        let here = FileManager.default.currentDirectoryPath
        candidates.append(URL(fileURLWithPath: here).appendingPathComponent("web"))
        return candidates.first {
            FileManager.default.fileExists(
                atPath: $0.appendingPathComponent("overlay/index.html").path)
        }
    }
}
