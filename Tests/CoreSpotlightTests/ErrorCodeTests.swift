import Foundation
import Testing

@testable import CoreSpotlight

/// The codes that Apple's headers give.
@Suite struct ErrorCodeTests {
    @Test func codesAreThoseOfApple() {
        let index: [(CSIndexError.Code, Int)] = [
            (.unknownError, -1), (.indexUnavailableError, -1000), (.invalidItemError, -1001),
            (.invalidClientStateError, -1002), (.remoteConnectionError, -1003), (.quotaExceeded, -1004),
            (.indexingUnsupported, -1005), (.mismatchedClientState, -1006),
        ]
        for (code, number) in index {
            #expect(code.rawValue == number)
            #expect(CSIndexError(code, "x").errorCode == number)
        }
        let search: [(CSSearchQueryError.Code, Int)] = [
            (.unknown, -2000), (.indexUnreachable, -2001), (.invalidQuery, -2002), (.cancelled, -2003),
        ]
        for (code, number) in search {
            #expect(code.rawValue == number)
            #expect(CSSearchQueryError(code, "x").errorCode == number)
        }
    }
}
