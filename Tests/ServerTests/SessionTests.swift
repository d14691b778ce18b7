import Testing

@testable import Server

/// Which writes of a connection go ahead of bulk work.
@Suite struct SessionTests {
    @Test func aSingleWriteIsInteractiveRightAfterBulkOfTheSameConnection() {
        let session = Session()
        for _ in 0..<40 { #expect(!session.isInteractive(500)) }
        #expect(session.isInteractive(1))
    }

    @Test func aStreamOfSingleWritesBecomesBulk() {
        let session = Session()
        #expect((0..<10_000).contains { _ in !session.isInteractive(1) })
    }
}
