/// Every command, in the order of the help.
enum CommandTable {
    static let commands: [Command] = [
        .search, .resolve, .suggest, .find, .values, .get, .open, .index, .delete, .reindex, .schemas, .status, .watch,
        .bench, .serve, .stop,
    ]

    static func command(_ name: String) -> Command? { commands.first { $0.name == name } }

    static let environment = [
        ("ALMAGEST_SOCKET", "Socket of the daemon; else $XDG_RUNTIME_DIR/almagest/almagest.sock"),
        ("ALMAGEST_DATA", "Data directory; else $XDG_DATA_HOME/almagest"),
        ("ALMAGEST_CONFIG", "Configuration; else $XDG_CONFIG_HOME/almagest/almagest.json5"),
        ("NO_COLOR", "When set, nothing is coloured or set in bold; on a terminal, titles still are links"),
        ("TERM", "When it is dumb, nothing is coloured and titles are no links"),
    ]
}
