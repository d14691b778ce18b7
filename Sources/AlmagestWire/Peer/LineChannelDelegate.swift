/// Who gets the lines of a channel. All calls come on the event loop's thread, one at a time.
protocol LineChannelDelegate: AnyObject, Sendable {
    /// Whether lines are welcome. What isn't is kept, and reading pauses until `resumeReading`.
    var wantsLines: Bool { get }
    /// Whether a line of that length is; asked before each.
    func wantsLine(of length: Int) -> Bool
    func received(_ line: UnsafeRawBufferPointer)
    func receivedTooLong()
    /// A line that was long already is given up for others, see `SharedBudget`; the rest of it is skipped.
    func gaveUpLine()
    /// The same of a whole line that waited for its turn.
    func gaveUp(_ line: [UInt8])
    /// A request that waits is to be given up for others, see `WireBudgets.waiting`.
    func giveUpRequest()
    /// The other side has taken all that there was to be sent.
    func flushed()
    /// The other side won't send any more, but may still read.
    func ended()
    /// Nothing goes either way any more. Called once.
    func closed(_ reason: LineChannel.CloseReason)
}
