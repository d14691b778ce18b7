import AlmagestEntities
import AlmagestWire
import Foundation
import Server
import Settings

/// What `almagestd --help` prints.
let help = """
    almagestd: the Almagest daemon

    usage: almagestd [--socket PATH] [--data DIR] [--config FILE] [--log-level LEVEL] [--on-demand]

      --socket PATH   socket to listen at (ALMAGEST_SOCKET)
      --data DIR      data directory (ALMAGEST_DATA)
      --config FILE   configuration (ALMAGEST_CONFIG)
      --log-level L   error, warning, info or debug (daemon.logLevel); none logs content
      --on-demand     end after 15 idle minutes (daemon.idleExitMinutes)
      --version       show the version
      --help          show this help

    """

func complain(_ text: String) { Log.complain("almagestd: \(text)") }

var values: [String: String] = [:]
var isOnDemand = false
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    switch parts[0] {
    case "--help", "-h":
        print(help, terminator: "")
        exit(0)
    case "--version":
        print("almagestd \(Version.text)")
        exit(0)
    case "--on-demand": isOnDemand = true
    case "--socket", "--data", "--config", "--log-level":
        guard let value = parts.count > 1 ? parts[1] : arguments.popFirst() else {
            complain("\(argument): the value is missing")
            exit(2)
        }
        guard !value.isEmpty else {
            complain("\(parts[0]): the value is empty")
            exit(2)
        }
        values[parts[0]] = value
    default:
        complain("there is no option \(argument); --help lists them")
        exit(2)
    }
}

signal(SIGPIPE, SIG_IGN)
do {
    let configuration = ConfigurationLocation.resolve(flag: values["--config"])
    var settings = try Settings(contentsOf: configuration.url, required: configuration.isRequired)
    if let word = values["--log-level"] {
        guard let level = DaemonSettings.LogLevel(rawValue: word) else {
            complain("--log-level: there is no level \(word); it is error, warning, info or debug")
            exit(2)
        }
        settings.daemon.logLevel = level
    }
    var options = Daemon.Options(
        socket: try SocketLocation.resolve(flag: values["--socket"]), data: DataLocation.resolve(flag: values["--data"])
    )
    options.isOnDemand = isOnDemand
    options.configuration = configuration.url
    try await Daemon(options: options, settings: settings).run()
    exit(0)
} catch let error as AlmagestError {
    complain(error.description)
    exit(1)
} catch {
    complain("\(error)")
    exit(1)
}
