import AlmagestEntities
import Catalog
import CatalogWorkload
import Foundation
import Glibc
import Settings

// What tests run in a process of its own, to be killed or to be without rights.
//
//   CatalogProbe write FOLDER SEED   runs the workload of that seed, a line "number seq" for each reply, until killed
//   CatalogProbe open FOLDER UID     becomes that user where it may, opens, writes; prints "ok" or the error's name

func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(1, bytes, bytes.count)
}

func name(of error: any Error) -> String { (error as? AlmagestError)?.name.rawValue ?? "\(error)" }

let arguments = CommandLine.arguments
guard arguments.count == 4, let number = UInt64(arguments[3]) else {
    say("usage: CatalogProbe write|open FOLDER NUMBER")
    exit(2)
}
let folder = URL(filePath: arguments[2])

do {
    switch arguments[1] {
    case "write":
        var settings = CatalogSettings()
        // Small, so that moving the log falls into the crashes too.
        settings.walBytes = 64 << 10
        let catalog = try await Catalog(directory: folder, settings: settings)
        var workload = Workload(seed: number)
        var count = 0
        while true {
            var group: [Submission<WriteOutcome>] = []
            var other: Workload.Operation?
            while group.count < 4 && other == nil {
                let operation = workload.next()
                switch operation {
                case .put(let entities): group.append(catalog.submit(WriteRequest(entities.map { .put($0) })))
                case .update(let patch): group.append(catalog.submit(WriteRequest([.update(patch)])))
                case .delete, .expire, .batch: other = operation
                }
            }
            // The last one first: all of them share its transaction.
            _ = try await group.last?.value
            for submission in group {
                count += 1
                say("\(count) \(try await submission.value.seq)")
            }
            if let other {
                count += 1
                say("\(count) \(try await other.run(on: catalog))")
            }
        }
    default:
        if geteuid() == 0 { setuid(uid_t(number)) }
        let catalog = try await Catalog(directory: folder)
        let entity = Entity(
            key: EntityID(bundle: "org.example.Probe", type: "Note", id: "1"), display: Display(title: "Note"))
        _ = try await catalog.write(WriteRequest([.put(entity)]))
        await catalog.close()
        say("ok")
    }
} catch {
    say(name(of: error))
    exit(1)
}
