import Foundation

/// Tells how far long work is, on standard error: a bar with rate and remaining time on a terminal, else a plain
/// line now and then.
struct ProgressBar {
    private let label: String
    private let unit: String
    private let terminal = Terminal.standardError
    private let started = ContinuousClock.now
    private var lastDrawn: ContinuousClock.Instant
    private var drawn = false

    init(_ label: String, unit: String) {
        self.label = label
        self.unit = unit
        lastDrawn = .now
    }

    /// `fraction` is nil while the whole is not known.
    mutating func show(done: Int, fraction: Double?) {
        let now = ContinuousClock.now
        let pause: Duration = terminal.isTerminal ? .milliseconds(100) : .seconds(5)
        guard now - lastDrawn >= pause else { return }
        lastDrawn = now
        let text = Self.text(
            label, unit, done: done, fraction: fraction, seconds: Self.seconds(now - started),
            isTerminal: terminal.isTerminal)
        if terminal.isTerminal {
            Terminal.write(Array(("\r\u{1B}[K" + DisplayWidth.cut(text, to: terminal.columns - 1)).utf8), to: 2)
            drawn = true
        } else {
            Terminal.complain(text)
        }
    }

    /// What is said after so many seconds: how much is done, how fast, and how long the rest will take.
    static func text(
        _ label: String, _ unit: String, done: Int, fraction: Double?, seconds: Double, isTerminal: Bool
    ) -> String {
        let rate = seconds > 0 ? Double(done) / seconds : 0
        let text = "\(label): \(grouped(done)) \(unit), \(grouped(Int(rate)))/s"
        guard let fraction, fraction > 0 else { return text }
        let share = min(1, fraction)
        let rest = String(format: ", %.0f %%, %@ left", share * 100, time(seconds / share - seconds))
        guard isTerminal else { return text + rest }
        let width = 20
        let full = Int(Double(width) * share)
        return "[" + String(repeating: "#", count: full) + String(repeating: ".", count: width - full) + "] " + text
            + rest
    }

    /// Takes the bar away.
    mutating func finish() {
        if drawn { Terminal.write(Array("\r\u{1B}[K".utf8), to: 2) }
        drawn = false
    }

    static func seconds(_ duration: Duration) -> Double {
        Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    }

    static func grouped(_ number: Int) -> String {
        var digits = String(number)
        var result = ""
        while digits.count > 3 {
            result = "," + digits.suffix(3) + result
            digits = String(digits.dropLast(3))
        }
        return digits + result
    }

    static func time(_ seconds: Double) -> String {
        let whole = max(0, Int(min(seconds, 1e9).rounded()))
        return whole < 60 ? "\(whole) s" : whole < 3600 ? "\(whole / 60) min" : "\(whole / 3600) h"
    }
}
