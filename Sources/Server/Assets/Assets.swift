import Journal
import Texts
import Transport
import Wire

/// The files that rooms have: what is known of them, how much they may be, and what is under way.
///
/// Belongs to the loop's thread.
final class Assets {
    private let directory: AssetDirectory
    /// Where it is told who uploaded and deleted them, each before it is done.
    private let auditLog: any AuditLog
    /// How many bytes all may have together.
    let limitBytes: Int
    private let writing: FileQueue
    private let readingQueue: FileQueue
    private var rooms: [Text: [Text: Asset]]
    /// How many rooms have a file.
    private var owners: [Text: Int] = [:]
    private var assets: [Text: Asset] = [:]
    /// How many bytes all have, each file once.
    private(set) var keptBytes = 0
    /// What uploads under way may come to.
    private var promisedBytes = 0
    private var uploadNumber: UInt64 = 0
    /// Uploads under way, by their number; without those whose room has gone.
    private var awaited: [UInt64: (room: Text, bytes: Int)] = [:]

    init(
        data: String, limitBytes: Int, auditLog: any AuditLog,
        wake: @escaping @Sendable () -> Void
    ) throws {
        directory = try AssetDirectory(data: data)
        self.auditLog = auditLog
        self.limitBytes = limitBytes
        writing = FileQueue(label: "ovation.uploads", wake: wake)
        readingQueue = FileQueue(label: "ovation.files", wake: wake)
        rooms = [:]
        for (room, assets) in try directory.read() {
            for asset in assets { note(asset, in: room) }
        }
    }

    func deliver() {
        writing.deliver()
        readingQueue.deliver()
    }

    var isIdle: Bool { writing.count == 0 }

    private func note(_ asset: Asset, in room: Text) {
        guard rooms[room]?[asset.name] == nil else { return }
        rooms[room, default: [:]][asset.name] = asset
        owners[asset.name, default: 0] += 1
        if assets.updateValue(asset, forKey: asset.name) == nil { keptBytes += asset.bytes }
    }

    // MARK: What there is

    /// What a room has, by name.
    func all(of room: Text) -> [Asset] {
        (rooms[room] ?? [:]).values.sorted(by: Asset.areInOrder)
    }

    func asset(_ name: Text) -> Asset? { assets[name] }

    /// What a room's files have together, those too that are on their way.
    func byteCount(of room: Text) -> Int {
        (rooms[room] ?? [:]).values.reduce(0) { $0 + $1.bytes }
            + awaited.values.reduce(0) { $1.room == room ? $0 + $1.bytes : $0 }
    }

    func has(_ name: Text, in room: Text) -> Bool { rooms[room]?[name] != nil }

    // MARK: Uploads

    /// Takes a file for a room, a piece at a time, and calls `completion` once with it and whether the room
    /// had it not. If its client goes before it has all come, nothing is called.
    func take(
        _ bytes: [UInt8], _ rest: RequestBody?, for room: Text, by caller: Caller,
        completion: @escaping (Result<(asset: Asset, isNew: Bool), Problem>) -> Void
    ) throws(Problem) {
        let length = rest?.byteCount ?? bytes.count
        guard length <= Asset.mostBytes else { throw .assetTooLarge }
        guard keptBytes + promisedBytes + length <= limitBytes else {
            throw .noSpace(limitBytes: limitBytes)
        }
        promisedBytes += length
        uploadNumber += 1
        awaited[uploadNumber] = (room, length)
        let upload = Upload(
            number: uploadNumber, length: length, room: room, caller: caller,
            completion: completion)
        writing.run { [directory, number = upload.number] in
            directory.begin(number)
        } completion: { [self] fault in
            if let fault { return end(upload, .failure(.storage(fault))) }
            if let rest { readOn(rest, upload) } else { add(bytes, nil, upload) }
        }
    }

    private struct Upload {
        let number: UInt64
        let length: Int
        let room: Text
        let caller: Caller
        let completion: (Result<(asset: Asset, isNew: Bool), Problem>) -> Void
    }

    private func readOn(_ rest: RequestBody, _ upload: Upload) {
        rest.next { [self] piece in
            switch piece {
            case .next(let bytes): add(bytes, rest, upload)
            case .last(let bytes): add(bytes, nil, upload)
            case .broken:
                awaited[upload.number] = nil
                promisedBytes -= upload.length
                writing.run { [directory, number = upload.number] in directory.discard(number) }
            }
        }
    }

    /// Writes a piece, then goes on with the rest, or ends.
    private func add(_ bytes: [UInt8], _ rest: RequestBody?, _ upload: Upload) {
        writing.run { [directory, number = upload.number] in
            directory.append(bytes, to: number)
        } completion: { [self] fault in
            if let fault {
                writing.run { [directory, number = upload.number] in directory.discard(number) }
                end(upload, .failure(.storage(fault)))
            } else if let rest {
                readOn(rest, upload)
            } else {
                finish(upload)
            }
        }
    }

    private func finish(_ upload: Upload) {
        let (number, room, caller) = (upload.number, upload.room, upload.caller)
        writing.run { [directory, auditLog] in
            directory.finish(number, for: room) { (asset) throws(JournalError) in
                try auditLog.add(AuditEntry(adding: asset, to: room, by: caller).note)
            }
        } completion: { [self] outcome in
            switch outcome {
            case .kept(let asset):
                guard awaited[upload.number] != nil else { return discard(asset, of: upload) }
                let isNew = !has(asset.name, in: upload.room)
                note(asset, in: upload.room)
                end(upload, .success((asset, isNew)))
            case .refused(let fault): end(upload, .failure(.badFile(fault)))
            case .failed(let fault): end(upload, .failure(.storage(fault)))
            case .untold(let error): end(upload, .failure(.journalDown(error)))
            }
        }
    }

    /// The room has gone while its file came.
    private func discard(_ asset: Asset, of upload: Upload) {
        if !has(asset.name, in: upload.room) {
            writing.run { [directory, isLast = owners[asset.name] == nil, room = upload.room] in
                directory.remove(asset.name, from: room, isLast: isLast)
                directory.removeAll(of: room)
            }
        }
        end(upload, .failure(.roomLeaving))
    }

    private func end(_ upload: Upload, _ result: Result<(asset: Asset, isNew: Bool), Problem>) {
        awaited[upload.number] = nil
        promisedBytes -= upload.length
        upload.completion(result)
    }

    // MARK: Removal

    /// A room has a file no more; it goes with the last room that had it. `completion` is called once that is
    /// on disk, or with what keeps it from there.
    func remove(
        _ name: Text, from room: Text, by caller: Caller, completion: @escaping (Problem?) -> Void
    ) {
        guard let (asset, isLast) = drop(name, from: room) else { return completion(nil) }
        let note = AuditEntry(removing: asset, from: room, by: caller).note
        writing.run { [directory, auditLog] () -> JournalError? in
            do throws(JournalError) { try auditLog.add(note) } catch { return error }
            directory.remove(name, from: room, isLast: isLast)
            return nil
        } completion: { [self] error in
            // It is still there.
            if error != nil { self.note(asset, in: room) }
            completion(error.map(Problem.journalDown))
        }
    }

    /// Forgets that a room has a file; returns it, and whether no room has it any more.
    private func drop(_ name: Text, from room: Text) -> (asset: Asset, isLast: Bool)? {
        guard let asset = rooms[room]?.removeValue(forKey: name) else { return nil }
        let left = (owners[name] ?? 1) - 1
        owners[name] = left > 0 ? left : nil
        if left == 0 {
            assets[name] = nil
            keptBytes -= asset.bytes
        }
        return (asset, left == 0)
    }

    /// A room is gone, with all that it had.
    func forget(_ room: Text) {
        for asset in all(of: room) {
            guard let isLast = drop(asset.name, from: room)?.isLast else { continue }
            writing.run { [directory] in
                directory.remove(asset.name, from: room, isLast: isLast)
            }
        }
        rooms[room] = nil
        awaited = awaited.filter { $0.value.room != room }
        writing.run { [directory] in directory.removeAll(of: room) }
    }

    // MARK: Reading

    private static let pieceBytes = 256 << 10

    /// Reads a part of a file: `completion` is called with the first piece, nil if it can't be read, and
    /// what makes the next ones.
    func read(
        _ name: Text, _ range: Range<Int>, completion: @escaping ([UInt8]?, BodyRest?) -> Void
    ) {
        readingQueue.run { [directory] in
            directory.reading(name)
        } completion: { [self] reading in
            guard let reading else { return completion(nil, nil) }
            piece(of: reading, range) { bytes in
                guard let bytes else { return completion(nil, nil) }
                let left = range.dropFirst(bytes.count)
                completion(bytes, left.isEmpty ? nil : self.rest(of: reading, left))
            }
        }
    }

    private func piece(
        of reading: AssetDirectory.Reading, _ range: Range<Int>,
        completion: @escaping ([UInt8]?) -> Void
    ) {
        let part = range.prefix(Self.pieceBytes)
        readingQueue.run({ reading.bytes(part) }, completion: completion)
    }

    private func rest(of reading: AssetDirectory.Reading, _ range: Range<Int>) -> BodyRest {
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
    fileprivate init(adding asset: Asset, to room: Text, by caller: Caller) {
        self.init(
            .addAsset, in: room, by: caller,
            [.init("url", .string(asset.url)), .init("bytes", .number(Double(asset.bytes)))])
    }

    fileprivate init(removing asset: Asset, from room: Text, by caller: Caller) {
        self.init(.removeAsset, in: room, by: caller, [.init("url", .string(asset.url))])
    }
}
