import AlmagestEntities
import AlmagestWire

extension Command {
    static let bench = Command(
        name: "bench", operands: "", minimumOperands: 0, maximumOperands: 0,
        summary: "Measure the daemon on your own content",
        details: [
            "Asks what words of your titles make up, changes nothing, and prints how long answers take: half, nine tenths "
                + "and 99 of 100 of them (p50, p90, p99), how many come in a second, by 1, 4 and 16 clients, and where a "
                + "query's time goes.",
            "The stages are what the daemon says they took for questions that it had not been asked before; what is asked a "
                + "second time is not embedded again.",
        ],
        options: [
            Option(name: "queries", kind: .value("N"), help: "Questions of each kind, 200 unless told"), .json,
        ],
        examples: [("almagest bench --queries 50", "a quick look")],
        run: { invocation in
            let count = Int(try invocation.number("queries", in: 1...100_000) ?? 200)
            let client = try await invocation.connect()
            let titles = try await BenchQuestions.titles(of: client)
            guard !titles.isEmpty else {
                throw AlmagestError(
                    .unavailable, "Nothing is indexed that could be asked for.",
                    hint: "Donate content with almagest index.")
            }
            let questions = BenchQuestions(titles: titles)
            var clients = [client]
            while clients.count < 16 { clients.append(try await invocation.connect(starting: false)) }
            var report = BenchReport(status: try await client.call("status").value, titles: titles.count)
            for kind in BenchKind.allCases {
                // One client comes last: what it asked is then what is still known when it is asked again.
                for number in kind.isForOne ? [1] : [16, 4, 1] {
                    if !kind.isRepeated { report.asked = questions.parameters(of: kind, count: count) }
                    // A repetition is warm by itself; what is new stays new, so others are asked first.
                    let warm = kind.isRepeated ? [] : questions.parameters(of: kind, count: max(1, count / 10))
                    report.results.append(
                        try await BenchRun.measure(kind, report.asked, warm: warm, by: Array(clients.prefix(number))))
                }
            }
            Terminal.write(invocation.has("json") ? report.json + "\n" : report.text)
            return .done
        })
}
