import Foundation

/// What `almagest-bench --help` prints.
let help = """
    almagest-bench: measures one operation and prints it as JSON

    usage: almagest-bench vector-scan --vectors FILE --queries FILE [--count N] [--scratch DIR]
           almagest-bench filtered-scan --vectors FILE --queries FILE [--count N] [--shares S[,S…]] [--scratch DIR]
           almagest-bench embed --texts FILE [--threads N] [--niceness N] [--output FILE] [--limit N]
           almagest-bench hybrid --socket PATH --texts FILE [--warm N]
           almagest-bench xapian-index --entities FILE [--scratch DIR]
           almagest-bench load --socket PATH --requests FILE [--clients N] [--warm N]

    FILE of vectors: 32-bit floats one after another, 384 to a vector. FILE of texts: one a line. FILE of entities:
    donations as NDJSON. FILE of requests: a line of JSON-RPC each.

    """

do {
    let arguments = try Arguments(CommandLine.arguments.dropFirst())
    let report: any Encodable
    switch arguments.operation {
    case "vector-scan": report = try VectorScanOperation(arguments).run()
    case "filtered-scan": report = try FilteredScanOperation(arguments).run()
    case "embed": report = try await EmbedOperation(arguments).run()
    case "hybrid": report = try await HybridOperation(arguments).run()
    case "xapian-index": report = try XapianIndexOperation(arguments).run()
    case "load": report = try LoadOperation(arguments).run()
    case "--help", "-h":
        print(help, terminator: "")
        exit(0)
    default: throw BenchmarkError("There is no operation “\(arguments.operation)”; --help lists them.")
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    FileHandle.standardOutput.write(try encoder.encode(report) + Data("\n".utf8))
} catch {
    FileHandle.standardError.write(Data("almagest-bench: \(error)\n".utf8))
    exit(1)
}
