package import HTTPRouting
package import Journal
package import Settings
package import Texts
package import Transport
import Wire

/// Manages the uploaded files of all rooms, with their index, their limits, and the uploads, removals and reads in
/// progress.
///
/// Belongs to the event loop's thread.
package final class Assets: ResultReceiver {
    /// Returns the ID of an uploader's key; nil: the uploader needs none. Throws once the right to upload has ended.
    package typealias Author = () throws(Problem) -> Text?

    private let store: any AssetStore
    /// The largest charge of all files together, in bytes.
    package let limitBytes: Int
    let writing: FileQueue
    private let readingQueue: FileQueue
    /// Runs the work that may wait for a shared log.
    private let finishing: FileQueue
    /// Examines uploaded files.
    private let examining: TurnQueue
    private let outage = Outage()
    var table = AssetTable()
    /// The parts for sharing files with other servers; nil if this server shares none.
    private(set) var sharing: AssetSharing?
    /// The charge of the uploads in progress, in bytes.
    private var promisedBytes = 0
    private var uploadNumber: UInt64 = 0
    /// The uploads in progress by number, without uploads whose room is gone.
    private var awaited: [UInt64: Awaited] = [:]

    private struct Awaited {
        let room: Text
        let charge: Int
        /// The name of the file while the store saves it.
        var name: Text?
        /// True if the file was removed from the room meanwhile.
        var isRemoved = false
    }

    /// Opens the files of a server that shares none. `auditLog` receives a note of each upload and removal before it
    /// happens; with a full disk, the note of a removal comes after the removal.
    package init(
        data: String, limitBytes: Int, auditLog: any AuditLog,
        wake: @escaping @Sendable () -> Void
    ) throws {
        let directory = try AssetDirectory(data: data, auditLog: auditLog)
        store = directory
        self.limitBytes = limitBytes
        writing = FileQueue(label: "ovation.uploads", wake: wake)
        readingQueue = FileQueue(label: "ovation.files", wake: wake)
        examining = TurnQueue(label: "ovation.examining", wake: wake)
        finishing = writing
        for (room, assets) in try directory.read() {
            for asset in assets { table.add(asset, to: room) }
        }
    }

    /// Opens the files that servers share; the rooms' settings list them. The server keeps copies of the files that its
    /// clients requested in its data directory.
    package init(
        data: String, limitBytes: Int, files: any SharedFiles, settings: Settings,
        wake: @escaping @Sendable () -> Void
    ) throws {
        let cache = try AssetCache(data: data, limitBytes: limitBytes, files: files)
        store = cache
        self.limitBytes = limitBytes
        writing = FileQueue(label: "ovation.uploads", wake: wake)
        readingQueue = FileQueue(label: "ovation.files", wake: wake)
        examining = TurnQueue(label: "ovation.examining", wake: wake)
        finishing = FileQueue(label: "ovation.sharing", wake: wake)
        let sharing = AssetSharing(cache, settings, wake: wake)
        self.sharing = sharing
        try adopt(sharing)
    }

    package func deliver() {
        writing.deliver()
        readingQueue.deliver()
        examining.deliver()
        finishing.deliver()
        sharing?.fetches.deliver()
    }

    package var isIdle: Bool {
        writing.count == 0 && examining.isIdle && finishing.count == 0
            && sharing?.fetches.isIdle ?? true
    }

    /// The time since a queue for files last made progress; 0 if no work waits.
    package func stallNanoseconds(at now: UInt64) -> UInt64 {
        let queues = [writing, readingQueue, finishing].map { $0.stallNanoseconds(at: now) }
        return max(queues.max() ?? 0, examining.stallNanoseconds(at: now))
    }

    // MARK: The index

    /// The charge of all files in bytes, each file once.
    package var keptBytes: Int { table.byteCount }

    /// Returns the files of a room, sorted by name.
    package func all(of room: Text) -> [Asset] { table.all(of: room) }

    /// Returns the files that users uploaded to a room, sorted by name.
    package func uploads(of room: Text) -> [Asset] { all(of: room).filter { $0.spokenAt == nil } }

    package func asset(_ name: Text) -> Asset? { table[name] }

    /// Returns the charge of a room's uploaded files and of its uploads in progress, in bytes.
    package func byteCount(of room: Text) -> Int {
        uploads(of: room).reduce(0) { $0 + $1.charge }
            + awaited.values.reduce(0) { $1.room == room ? $0 + $1.charge : $0 }
    }

    package func has(_ name: Text, in room: Text) -> Bool { table.has(name, in: room) }

    // MARK: Uploads

    /// Receives a file for a room piece by piece. Calls `completion` once, with the file and whether it is new to the
    /// room, or with the problem. If the client disconnects before the end, `completion` is not called. If the client
    /// loses its right before the end, the room does not get the file.
    package func receive(
        _ bytes: [UInt8], _ rest: RequestBody?, for room: Text, spokenAt: WallTime? = nil,
        by author: @escaping Author,
        completion: @escaping (Result<(asset: Asset, isNew: Bool), Problem>) -> Void
    ) throws(Problem) {
        let length = rest?.byteCount ?? bytes.count
        guard length <= Asset.mostBytes else { throw .assetTooLarge }
        let charge = StoredFile.charge(length)
        makeSpace(for: promisedBytes + charge)
        guard table.byteCount + promisedBytes + charge <= limitBytes else {
            throw .noSpace(limitBytes: limitBytes)
        }
        promisedBytes += charge
        uploadNumber += 1
        awaited[uploadNumber] = Awaited(room: room, charge: charge)
        let upload = Upload(
            number: uploadNumber, charge: charge, room: room, spokenAt: spokenAt, basis: basis,
            author: author, completion: completion)
        writing.run { [uploads = store.uploads, number = upload.number] in
            uploads.begin(number)
        } completion: { [self] fault in
            if let fault { return end(upload, .failure(.storage(fault))) }
            if let rest { readOn(rest, upload) } else { add(bytes, nil, upload) }
        }
    }

    private struct Upload {
        let number: UInt64
        /// The charge of the announced size, in bytes.
        let charge: Int
        let room: Text
        /// The time of a speech; nil for other files.
        let spokenAt: WallTime?
        /// The newest version of the settings that this server knew when the upload began.
        let basis: Int64
        let author: Author
        let completion: (Result<(asset: Asset, isNew: Bool), Problem>) -> Void

        /// The reason why the client's right has ended; nil: it has not.
        var problem: Problem? {
            do throws(Problem) {
                _ = try author()
                return nil
            } catch {
                return error
            }
        }
    }

    private func readOn(_ rest: RequestBody, _ upload: Upload) {
        rest.next { [self] piece in
            switch piece {
            case .next(let bytes): add(bytes, rest, upload)
            case .last(let bytes): add(bytes, nil, upload)
            case .broken:
                awaited[upload.number] = nil
                promisedBytes -= upload.charge
                writing.run { [uploads = store.uploads, number = upload.number] in
                    uploads.discard(number)
                }
            }
        }
    }

    /// Writes a piece, and then reads the next one or examines the complete file.
    private func add(_ bytes: [UInt8], _ rest: RequestBody?, _ upload: Upload) {
        if let problem = upload.problem { return abort(upload, problem) }
        writing.run { [uploads = store.uploads, number = upload.number] in
            uploads.append(bytes, to: number)
        } completion: { [self] fault in
            if let fault {
                abort(upload, .storage(fault))
            } else if let rest {
                readOn(rest, upload)
            } else {
                examine(upload)
            }
        }
    }

    private func abort(_ upload: Upload, _ problem: Problem) {
        writing.run { [uploads = store.uploads, number = upload.number] in
            uploads.discard(number)
        }
        end(upload, .failure(problem))
    }

    private func examine(_ upload: Upload) {
        examining.run(for: upload.room) { [uploads = store.uploads, number = upload.number] in
            uploads.examine(number)
        } completion: { [self] found in
            do throws(Problem) {
                // The check removes a refused file.
                guard case .success(var asset) = found else {
                    if case .failure(let fault) = found { end(upload, .failure(.badFile(fault))) }
                    return
                }
                if awaited[upload.number] == nil { throw .roomLeaving }
                if table.uploaded(asset.name, in: upload.room) == nil {
                    asset.spokenAt = upload.spokenAt
                }
                keep(asset, upload, byKey: try upload.author())
            } catch {
                abort(upload, error)
            }
        }
    }

    private func keep(_ asset: Asset, _ upload: Upload, byKey key: Text?) {
        awaited[upload.number]?.name = asset.name
        let (number, room, basis) = (upload.number, upload.room, upload.basis)
        let note = AuditEntry(adding: asset, to: room, byKey: key).note
        finishing.run { [store, outage, asked = LoopTimer.now] () -> AssetOutcome in
            if let error = outage.error(sinceNanoseconds: asked) {
                store.uploads.discard(number)
                return .untold(error)
            }
            let outcome = store.keep(asset, number, for: room, basis: basis, noting: note)
            if case .untold(let error) = outcome { outage.note(error) }
            return outcome
        } completion: { [self] outcome in
            var version: Int64 = 0
            if case .shared(_, let newest, _) = outcome { version = newest }
            wait(for: version) { [self] in end(upload, settle(outcome, of: upload, byKey: key)) }
        }
    }

    private func settle(
        _ outcome: AssetOutcome, of upload: Upload, byKey key: Text?
    ) -> Result<(asset: Asset, isNew: Bool), Problem> {
        let isLeaving = awaited[upload.number] == nil
        let problem: Problem? = isLeaving ? .roomLeaving : upload.problem
        switch outcome {
        case .kept(let asset):
            if let problem {
                discard(asset, of: upload)
                return .failure(problem)
            }
            let isNew = !has(asset.name, in: upload.room)
            // The removal follows on the same queue.
            if awaited[upload.number]?.isRemoved != true { table.add(asset, to: upload.room) }
            return .success((asset, isNew))
        case .shared(let asset, _, let isNew):
            removeLateCopy(of: asset)
            if let problem {
                if isNew { takeBack(asset, of: upload, byKey: key) }
                return .failure(problem)
            }
            return .success((asset, isNew))
        case .full: return .failure(.noSpace(limitBytes: limitBytes))
        case .leaving: return .failure(.roomLeaving)
        case .failed(let fault): return .failure(.storage(fault))
        case .untold(let error): return .failure(.notKept(error))
        }
    }

    /// Removes a file that was stored although the room is gone or the client has lost its right.
    private func discard(_ asset: Asset, of upload: Upload) {
        guard !has(asset.name, in: upload.room), !isKept(asset, beside: upload) else { return }
        writing.run { [store, isLast = table[asset.name] == nil, room = upload.room] in
            store.forget([(asset.name, isLast)], of: room)
        }
    }

    /// True if another upload of the same content to the same room is being kept.
    private func isKept(_ asset: Asset, beside upload: Upload) -> Bool {
        awaited.contains { number, other in
            number != upload.number && other.room == upload.room && other.name == asset.name
        }
    }

    /// Removes such a file that other servers know already.
    private func takeBack(_ asset: Asset, of upload: Upload, byKey key: Text?) {
        guard !isKept(asset, beside: upload) else { return }
        remove(asset.name, from: upload.room, byKey: key) { _ in }
    }

    private func end(_ upload: Upload, _ result: Result<(asset: Asset, isNew: Bool), Problem>) {
        awaited[upload.number] = nil
        promisedBytes -= upload.charge
        upload.completion(result)
    }

    // MARK: Removal

    /// Removes a file from a room, and deletes it if no other room has it. Calls `completion` once the removal is on
    /// disk, or with the problem. The audit names the key with the ID `key`.
    package func remove(
        _ name: Text, from room: Text, byKey key: Text?,
        completion: @escaping (Problem?) -> Void
    ) {
        guard let asset = table[name], has(name, in: room) else { return completion(nil) }
        let note = AuditEntry(removing: asset, from: room, byKey: key).note
        // A shared file leaves the index when the news of its removal comes.
        let isLast = sharing == nil && table.remove(name, from: room)?.isLast == true
        for (number, upload) in awaited where upload.room == room && upload.name == name {
            awaited[number]?.isRemoved = true
        }
        finishing.run {
            [store, outage, basis, asked = LoopTimer.now] () -> Result<Int64?, JournalError> in
            if let error = outage.error(sinceNanoseconds: asked) { return .failure(error) }
            do throws(JournalError) {
                return .success(
                    try store.remove(
                        asset, from: room, isLast: isLast, basis: basis, noting: note))
            } catch {
                outage.note(error)
                return .failure(error)
            }
        } completion: { [self] result in
            switch result {
            case .success(let version): wait(for: version ?? 0) { completion(nil) }
            case .failure(let error):
                // The file still exists.
                if sharing == nil { table.add(asset, to: room) }
                completion(.notKept(error))
            }
        }
    }

    /// Deletes the files of a room that is gone or about to be erased. Calls `completion` once the files are deleted.
    package func forget(_ room: Text, completion: @escaping () -> Void = {}) {
        awaited = awaited.filter { $0.value.room != room }
        // The log deletes shared files with the room, for all servers.
        guard sharing == nil else { return completion() }
        let gone = all(of: room).compactMap { asset in
            table.remove(asset.name, from: room).map { (name: asset.name, isLast: $0.isLast) }
        }
        writing.run({ [store] in store.forget(gone, of: room) }, completion: { _ in completion() })
    }

    /// Calls `completion` once all earlier removals are done, so that a crash does not bring the files back.
    package func finishRemovals(completion: @escaping () -> Void) {
        guard sharing == nil else { return completion() }
        writing.run({}, completion: { _ in completion() })
    }

    // MARK: Reading

    private static let pieceBytes = 256 << 10

    /// The first piece of a read range, and the producer of the next pieces.
    package typealias Start = (bytes: [UInt8], rest: BodyRest?)

    /// Reads a range of a file. Fetches a shared file first if this server has no copy.
    package func read(
        _ asset: Asset, _ range: Range<Int>,
        completion: @escaping (Result<Start, Problem>) -> Void
    ) {
        open(asset) { [self] reading in
            if let reading { return start(reading, range, completion) }
            guard sharing != nil else { return completion(.failure(.unreadableFile)) }
            fetch(asset) { [self] problem in
                if let problem { return completion(.failure(problem)) }
                open(asset) { [self] reading in
                    guard let reading else { return completion(.failure(.unreadableFile)) }
                    start(reading, range, completion)
                }
            }
        }
    }

    private func open(_ asset: Asset, completion: @escaping (AssetReading?) -> Void) {
        readingQueue.run({ [store] in store.reading(asset) }, completion: completion)
    }

    private func start(
        _ reading: AssetReading, _ range: Range<Int>,
        _ completion: @escaping (Result<Start, Problem>) -> Void
    ) {
        piece(of: reading, range) { [self] bytes in
            guard let bytes else { return completion(.failure(.unreadableFile)) }
            let left = range.dropFirst(bytes.count)
            completion(.success((bytes, left.isEmpty ? nil : rest(of: reading, left))))
        }
    }

    private func piece(
        of reading: AssetReading, _ range: Range<Int>,
        completion: @escaping ([UInt8]?) -> Void
    ) {
        let part = range.prefix(Self.pieceBytes)
        readingQueue.run({ reading.bytes(part) }, completion: completion)
    }

    private func rest(of reading: AssetReading, _ range: Range<Int>) -> BodyRest {
        var left = range
        return { [self] take in
            piece(of: reading, left) { bytes in
                guard let bytes else { return take(.failed) }
                left = left.dropFirst(bytes.count)
                take(left.isEmpty ? .last(bytes) : .next(bytes))
            }
        }
    }
}

extension AuditEntry {
    fileprivate init(adding asset: Asset, to room: Text, byKey key: Text?) {
        self.init(
            .addAsset, in: room, byKey: key,
            [.init("url", .string(asset.url)), .init("bytes", .number(Double(asset.bytes)))])
    }

    fileprivate init(removing asset: Asset, from room: Text, byKey key: Text?) {
        self.init(.removeAsset, in: room, byKey: key, [.init("url", .string(asset.url))])
    }
}
