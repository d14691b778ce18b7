import AlmagestEntities
import AlmagestWire
import Foundation

/// Runs a command line and returns its exit status.
public func runCommandLine(_ arguments: [String]) async -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    do {
        return try await run(arguments).rawValue
    } catch let error as UsageError {
        let message = DisplayWidth.harmless(error.message)
        let lines =
            TextLayout.wrapped(message, first: "almagest: ", indent: "    ")
            + (error.command?.usage ?? ["almagest --help lists the commands"])
        Terminal.complain(lines.joined(separator: "\n"))
        return ExitStatus.wrongUsage.rawValue
    } catch let error as AlmagestError {
        Terminal.complain("almagest: \(DisplayWidth.harmless(error.description))")
        return ExitStatus(error).rawValue
    } catch {
        Terminal.complain("almagest: \(DisplayWidth.harmless("\(error)"))")
        return ExitStatus.failed.rawValue
    }
}

private func run(_ arguments: [String]) async throws -> ExitStatus {
    guard let name = arguments.first else {
        Terminal.write(Array(Help.overview.utf8), to: 2)
        return .wrongUsage
    }
    switch name {
    case "--help", "-h", "help":
        guard arguments.count > 1 else {
            Terminal.write(Help.overview)
            return .done
        }
        guard let command = CommandTable.command(arguments[1]) else {
            throw UsageError("there is no command \(arguments[1])", command: nil)
        }
        Terminal.write(Help.of(command))
        return .done
    case "--version":
        Terminal.write("almagest \(Version.text)\n")
        return .done
    case "--generate":
        return try generate(arguments.dropFirst().first)
    default: break
    }
    guard let command = CommandTable.command(name) else {
        throw UsageError("there is no command \(name)", command: nil)
    }
    let invocation = try Invocation(command, Array(arguments.dropFirst()))
    if invocation.has("help") {
        Terminal.write(Help.of(command))
        return .done
    }
    return try await command.run(invocation)
}

/// Prints what is made from the table, for packaging.
private func generate(_ what: String?) throws -> ExitStatus {
    switch what {
    case "man": Terminal.write(ManPage.text)
    case "bash": Terminal.write(Completions.bash)
    case "zsh": Terminal.write(Completions.zsh)
    case "fish": Terminal.write(Completions.fish)
    default: throw UsageError("--generate takes man, bash, zsh or fish", command: nil)
    }
    return .done
}
