import Catalog
import Files
import Foundation

extension VectorStoreState {
    /// Reads the store of a directory, or makes an empty one where there is none, or where it can't be used.
    static func open(directory: String, shape: VectorShape, modelHash: String, settings: VectorStoreSettings)
        throws(VectorStoreError) -> (state: VectorStoreState, opening: VectorStore.Opening)
    {
        try makeFolder(directory)
        let files = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        // Numbers go on even over a lost manifest, so that no old file is taken for a new one.
        let highest = files.filter(VectorManifest.isOurs).compactMap(number).max() ?? 0
        var opening = VectorStore.Opening.created
        do {
            if let manifest = try VectorManifest.read(directory: directory) {
                if manifest.modelHash == modelHash, manifest.dimensions == shape.dimensions {
                    let opened = try load(
                        manifest, directory: directory, shape: shape, settings: settings, highest: highest)
                    removeUnused(files, directory: directory, manifest: opened.state.currentManifest)
                    return opened
                }
                opening = .reset("made for another model")
            } else if files.contains(where: VectorManifest.isOurs) {
                opening = .reset("the manifest is missing")
            }
        } catch .damaged(let file, let reason) {
            opening = .reset("\(file): \(reason)")
        } catch .system(_, let path, let code) where code == ENOENT || code == EIO {
            opening = .reset("\(path): missing or unreadable")
        }
        let state = try empty(
            directory: directory, shape: shape, modelHash: modelHash, settings: settings, number: highest + 1)
        removeUnused(files, directory: directory, manifest: state.currentManifest)
        return (state, opening)
    }

    /// Makes the folder where it is missing; what stands in its place or in that of a file is set aside.
    static func makeFolder(_ directory: String) throws(VectorStoreError) {
        SetAside.allButFolder(at: directory)
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .system(operation: "mkdir", path: directory, code: errno)
        }
        for name in (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        where VectorManifest.isOurs(name) { SetAside.allButFile(at: directory + "/" + name) }
    }

    private var currentManifest: VectorManifest { manifest(sealed, log: log.number, seq: sealedSeq) }

    private static func empty(
        directory: String, shape: VectorShape, modelHash: String, settings: VectorStoreSettings, number: UInt64
    ) throws(VectorStoreError) -> VectorStoreState {
        let path = directory + "/" + VectorManifest.logName(number)
        var state = VectorStoreState(
            directory: directory, shape: shape, modelHash: modelHash, settings: settings,
            log: try VectorLog(creating: path, number: number, shape: shape), sealedSeq: 0, nextNumber: number + 1)
        state.manifestBytes = try state.currentManifest.write(directory: directory)
        return state
    }

    private static func load(
        _ manifest: VectorManifest, directory: String, shape: VectorShape, settings: VectorStoreSettings,
        highest: UInt64
    ) throws(VectorStoreError) -> (state: VectorStoreState, opening: VectorStore.Opening) {
        var sealed: [SegmentPart] = []
        for entry in manifest.sealed {
            let path = directory + "/" + VectorManifest.segmentName(entry.number)
            let segment = try SegmentFile.read(path: path, number: entry.number, shape: shape) {
                sealed.mayKeep($0, settings)
            }
            let live = entry.live.withUnsafeBytes { LiveMap(stored: $0, positions: segment.count) }
            guard segment.count == entry.count, let live else {
                throw .damaged(file: path, reason: "is not the one that the manifest names")
            }
            sealed.append(SegmentPart(segment: segment, live: live))
        }
        var records: [VectorLog.Record] = []
        var opening = VectorStore.Opening.opened
        let logPath = directory + "/" + VectorManifest.logName(manifest.log)
        var nextNumber = max(manifest.nextNumber, highest + 1)
        let log: VectorLog
        do {
            log = try VectorLog(opening: logPath, number: manifest.log, shape: shape) { records.append($0) }
        } catch {
            switch error {
            case .damaged(_, let reason): opening = .recovered("\(logPath): \(reason)")
            case .system(_, _, ENOENT): opening = .recovered("\(logPath): missing")
            default: throw error
            }
            let path = directory + "/" + VectorManifest.logName(nextNumber)
            log = try VectorLog(creating: path, number: nextNumber, shape: shape)
            nextNumber += 1
        }
        var state = VectorStoreState(
            directory: directory, shape: shape, modelHash: manifest.modelHash, settings: settings, sealed: sealed,
            log: log, sealedSeq: manifest.appliedSeq, nextNumber: nextNumber)
        for record in records {
            switch record {
            case .append(let batch): try state.apply(batch)
            case .remove(let rows): state.apply(removing: rows)
            case .commit: break
            }
        }
        if opening != .opened {
            state.manifestBytes = try state.currentManifest.write(directory: directory)
        } else {
            let path = directory + "/" + VectorManifest.name
            state.manifestBytes = try FileDescriptor.open(path, flags: O_RDONLY).size()
        }
        state.isChanged = false
        return (state, opening)
    }

    /// Removes what a crash left half done, or a reset left behind.
    private static func removeUnused(_ files: [String], directory: String, manifest: VectorManifest) {
        for name in files where VectorManifest.isOurs(name) && !manifest.isUsed(name) {
            unlink(directory + "/" + name)
        }
    }

    private static func number(_ name: String) -> UInt64? {
        name.split(whereSeparator: { !$0.isNumber }).first.flatMap { UInt64($0) }
    }
}
