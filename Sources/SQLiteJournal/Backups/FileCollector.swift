import Foundation
import Glibc
import Journal
import Texts

/// Copies the uploaded files of a data directory into a backup, while a server may receive and delete files.
///
/// It copies most files first, without a lock. At the moment of the journal's copy it locks the files, lists them
/// and opens the new files. It copies the open files after the lock, even if they are deleted by then.
final class FileCollector {
    typealias Place = UploadedFiles.Place

    let source: UploadedFiles
    private let store: FileStore
    private var details: [Place: Text] = [:]
    /// The sizes of the contents that the backup has, by name.
    private var copied: [Text: Int] = [:]
    /// The contents that are damaged or cannot be read.
    private var damaged: Set<Text> = []
    /// The contents that the backup did not have before.
    private var added: [Text] = []

    /// The largest number of open files.
    private static let maxOpen = 64

    init(_ source: UploadedFiles, _ store: FileStore) {
        self.source = source
        self.store = store
    }

    /// The files that rooms had at one moment.
    struct Listing {
        let places: [Place]
        /// The contents that still must be copied.
        fileprivate let open: [OpenFile]

        var rooms: Set<Text> { Set(places.map(\.room)) }
    }

    fileprivate final class OpenFile {
        let name: Text
        let descriptor: Int32

        /// Returns nil if the file cannot be opened.
        init?(_ name: Text, at path: String) {
            descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
            guard descriptor >= 0 else { return nil }
            self.name = name
        }

        deinit { if descriptor >= 0 { close(descriptor) } }
    }

    /// Copies the current files, and skips files that are deleted meanwhile.
    func copyAll() throws(JournalError) {
        for place in try source.places() {
            guard let known = try source.details(of: place) else { continue }
            details[place] = known
            guard isMissing(place.name) else { continue }
            if let count = try store.byteCount(of: place.name) {
                copied[place.name] = count
            } else if let file = OpenFile(place.name, at: source.contentPath(place.name)) {
                try copy(file)
            }
        }
    }

    private func isMissing(_ name: Text) -> Bool {
        copied[name] == nil && !damaged.contains(name)
    }

    private func copy(_ file: OpenFile) throws(JournalError) {
        if let count = try store.copy(file.descriptor, as: file.name) {
            copied[file.name] = count
            added.append(file.name)
        } else {
            damaged.insert(file.name)
        }
    }

    /// Returns the current files of all rooms. The caller holds the lock. Returns nil if too many files are new since
    /// `copyAll`, which then must run again.
    func list() throws(JournalError) -> Listing? {
        let places = try source.places()
        for place in places where details[place] == nil {
            details[place] = try source.details(of: place)
        }
        let names = Set(places.map(\.name)).filter(isMissing)
        guard names.count <= Self.maxOpen else { return nil }
        let open = names.compactMap { OpenFile($0, at: source.contentPath($0)) }
        return Listing(places: places, open: open)
    }

    /// Copies the missing files of a listing, and flushes all files.
    func complete(_ listing: Listing) throws(JournalError) {
        for file in listing.open where isMissing(file.name) { try copy(file) }
        try store.flush()
    }

    /// Returns the rows of a listing, and the places whose content is damaged or missing.
    ///
    /// `unknown` are the rooms that the copied journal does not have. The files of a room are deleted after the
    /// room itself, so only those files of an unknown room count that still exist.
    func rows(
        _ listing: Listing, unknown: Set<Text>
    ) throws(JournalError) -> (rows: [BackupManifest.Row], lacking: [Place]) {
        var (rows, lacking): ([BackupManifest.Row], [Place]) = ([], [])
        var left: Set<Place> = []
        for room in unknown { left.formUnion(try source.places(of: room)) }
        for place in listing.places.sorted() {
            if unknown.contains(place.room), !left.contains(place) { continue }
            if let byteCount = copied[place.name], let known = details[place] {
                rows.append(.init(place: place, byteCount: byteCount, details: known))
            } else {
                lacking.append(place)
            }
        }
        return (rows, lacking)
    }

    /// Removes the files that a failed backup added.
    func undo() { store.remove(added) }
}
