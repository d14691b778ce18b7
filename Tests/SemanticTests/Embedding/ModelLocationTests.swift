import Foundation
import Testing

@testable import Semantic

struct ModelLocationTests {
    private func touch(_ path: String, in folder: URL) throws {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data().write(to: file)
    }

    @Test func findsWhatIsInstalledBesideTheProgram() async throws {
        try await Fixtures.withScratch { root in
            try touch("lib/almagest/libopenvino_c.so.2641", in: root)
            try touch("share/almagest/model/all-MiniLM-L6-v2/model.json", in: root)
            let found = ModelLocation.find(executable: root.appending(path: "bin/almagestd"))
            #expect(found?.library.lastPathComponent == "almagest")
            #expect(found?.model.lastPathComponent == "all-MiniLM-L6-v2")
            #expect(found?.isComplete == true)
        }
    }

    @Test func findsWhatSetUpMadeAboveTheProgram() async throws {
        try await Fixtures.withScratch { root in
            try touch(".deps/openvino/lib/libopenvino_c.so.2641", in: root)
            try touch(".deps/model/all-MiniLM-L6-v2/model.json", in: root)
            let found = ModelLocation.find(executable: root.appending(path: ".build/x86_64/release/almagestd"))
            #expect(found?.isComplete == true)
        }
    }

    @Test func findsNothingWhereEitherIsMissing() async throws {
        try await Fixtures.withScratch { root in
            try touch(".deps/model/all-MiniLM-L6-v2/model.json", in: root)
            #expect(ModelLocation.find(executable: root.appending(path: "bin/almagestd")) == nil)
        }
    }

    @Test func aConfiguredPathIsTakenAsItIs() async throws {
        try await Fixtures.withScratch { root in
            let found = ModelLocation.find(
                configuredLibrary: "/nowhere/lib", configuredModel: "/nowhere/model", executable: root)
            #expect(
                found == ModelLocation(library: URL(filePath: "/nowhere/lib"), model: URL(filePath: "/nowhere/model")))
            #expect(found?.isComplete == false)
        }
    }
}
