import Catalog
import Foundation
import TestSupport
import Testing

@testable import Semantic

struct EmbeddingStoreTests {
    private func key(_ number: Int) -> TextKey { TextHasher(modelIdentity: "m").key(of: "text \(number)") }
    private func vector(_ number: Int) -> [Float] { (0..<8).map { Float($0 == number % 8 ? 1 : 0) } }
    private func owner(_ row: RowID, _ revision: Seq, _ numbers: [Int]) -> EmbeddingStore.Owner {
        EmbeddingStore.Owner(row: row, revision: revision, keys: numbers.map(key))
    }
    private func new(_ numbers: [Int]) -> [TextKey: [Float]] {
        Dictionary(uniqueKeysWithValues: numbers.map { (key($0), vector($0)) })
    }

    private func withStore(_ body: (EmbeddingStore, URL) async throws -> Void) async throws {
        try await Fixtures.withScratch { folder in
            let file = folder.appending(path: "embeddings.sqlite")
            let store = EmbeddingStore(file: file)
            try await body(store, file)
            await store.close()
        }
    }

    @Test func givesBackWhatWasSavedAfterReopening() async throws {
        try await withStore { store, file in
            try await store.save(new([1, 2]), owners: [owner(1, 1, [1, 2])])
            await store.close()
            let again = EmbeddingStore(file: file)
            #expect(try await again.vectors(for: [key(2), key(3), key(1)]) == [vector(2), nil, vector(1)])
            await again.close()
        }
    }

    @Test func whatIsKeptIsFoundByItsTextAndModelAlone() async throws {
        try await withStore { store, file in
            try await store.save(new([1, 2]), owners: [owner(1, 1, [1, 2])])
            await store.close()
            let kept = KeptVectors(file: file, model: "m")
            #expect(try await kept.vectors(of: ["text 2", "text 3", "text 1"]) == [vector(2), nil, vector(1)])
            await kept.close()
            let others = KeptVectors(file: file, model: "n")
            #expect(try await others.vectors(of: ["text 2"]) == [nil])
            await others.close()
        }
    }

    @Test func aVectorGoesWithItsLastOwner() async throws {
        try await withStore { store, _ in
            try await store.save(new([1]), owners: [owner(1, 1, [1]), owner(2, 2, [1])])
            try await store.remove([(1, 3)])
            #expect(try await store.vectors(for: [key(1)]) == [vector(1)])
            try await store.remove([(2, 4)])
            #expect(try await store.vectors(for: [key(1)]) == [nil])
            #expect(try await store.count() == 0)
        }
    }

    @Test func applyingAChangeTwiceChangesNothing() async throws {
        try await withStore { store, _ in
            for _ in 0..<3 { try await store.save(new([1, 2]), owners: [owner(1, 5, [1, 2, 2])]) }
            try await store.save([:], owners: [owner(1, 6, [2])])
            #expect(try await store.vectors(for: [key(1), key(2)]) == [nil, vector(2)])
            try await store.remove([(1, 7)])
            #expect(try await store.count() == 0)
        }
    }

    @Test func anOlderRevisionIsLeftOut() async throws {
        try await withStore { store, _ in
            try await store.save(new([1]), owners: [owner(1, 9, [1])])
            try await store.save(new([2]), owners: [owner(1, 8, [2])])
            try await store.remove([(1, 8)])
            try await store.tidy()
            #expect(try await store.vectors(for: [key(1), key(2)]) == [vector(1), nil])
        }
    }

    @Test func aVectorWithoutOwnerStaysUntilTidied() async throws {
        try await withStore { store, _ in
            try await store.save(new([1, 2]), owners: [])
            #expect(try await store.vectors(for: [key(1)]) == [vector(1)])
            try await store.save([:], owners: [owner(1, 1, [1])])
            try await store.tidy()
            #expect(try await store.vectors(for: [key(1), key(2)]) == [vector(1), nil])
        }
    }

    @Test func aSweepRemovesWhatARebuildDidNotComeAcross() async throws {
        try await withStore { store, file in
            try await store.save(new([1, 2, 3]), owners: [owner(1, 1, [1]), owner(2, 2, [2]), owner(3, 3, [3])])
            try await store.beginGeneration()
            try await store.save([:], owners: [owner(1, 1, [1])])
            await store.close()
            let again = EmbeddingStore(file: file)
            try await again.save([:], owners: [owner(3, 3, [3])])
            #expect(try await again.sweep() == 1)
            #expect(try await again.sweep() == 0)
            #expect(try await again.vectors(for: [key(1), key(2), key(3)]) == [vector(1), nil, vector(3)])
            await again.close()
        }
    }

    @Test(arguments: [0, 1, 100, 5_000]) func aDamagedFileIsBegunAnew(size: Int) async throws {
        try await withStore { store, file in
            try await store.save(new(Array(0..<50)), owners: [owner(1, 1, Array(0..<50))])
            try await store.tidy()
            await store.close()
            var random = SeededRandom(seed: UInt64(size))
            try Data((0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }).write(to: file)
            let again = EmbeddingStore(file: file)
            #expect(try await again.vectors(for: [key(1)]) == [nil])
            try await again.save(new([1]), owners: [owner(1, 1, [1])])
            #expect(try await again.vectors(for: [key(1)]) == [vector(1)])
            await again.close()
        }
    }

    @Test(arguments: 1...5) func agreesWithAPlainModel(seed: UInt64) async throws {
        try await withStore { store, _ in
            var random = SeededRandom(seed: seed)
            var owned: [RowID: (revision: Seq, numbers: Set<Int>)] = [:]
            for step in 1...400 {
                let row = RowID.random(in: 1...12, using: &random)
                let revision = Seq(step - Int.random(in: 0...3, using: &random))
                let isNewer = revision >= owned[row]?.revision ?? 0
                if Int.random(in: 0..<4, using: &random) == 0 {
                    try await store.remove([(row, revision)])
                    if isNewer { owned[row] = nil }
                } else {
                    let numbers = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                        Int.random(in: 0..<20, using: &random)
                    }
                    try await store.save(new(Array(Set(numbers))), owners: [owner(row, revision, numbers)])
                    if isNewer { owned[row] = (revision, Set(numbers)) }
                }
                if step % 50 == 0 {
                    try await store.tidy()
                    let wanted = owned.values.reduce(into: Set<Int>()) { $0.formUnion($1.numbers) }
                    let found = try await store.vectors(for: (0..<20).map(key))
                    #expect(found == (0..<20).map { wanted.contains($0) ? vector($0) : nil })
                    #expect(try await store.count() == wanted.count)
                }
            }
        }
    }
}
