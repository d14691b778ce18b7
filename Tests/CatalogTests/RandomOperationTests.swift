import Catalog
import CatalogWorkload
import Testing

@Suite("Random operations")
struct RandomOperationTests {
    @Test("give what a dictionary gives, through reopening and housekeeping", arguments: 1...6)
    func model(seed: UInt64) async throws {
        let scratch = try Scratch()
        var catalog = try await scratch.open()
        var workload = Workload(seed: seed)
        var model = Model()
        for step in 1...300 {
            let operation = workload.next()
            model.apply(operation)
            #expect(try await operation.run(on: catalog) == model.seq)
            if step % 25 == 0 { #expect(try await model.differences(from: catalog) == []) }
            if step % 60 == 0 {
                if step % 120 == 0 { try await catalog.idle(now: 9e9) }
                await catalog.close()
                catalog = try await scratch.open()
                #expect(try await model.differences(from: catalog) == [])
            }
        }
        #expect(try await catalog.integrityFaults(quick: false).isEmpty)
    }
}
