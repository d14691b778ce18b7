/// Completions for three shells, made from the table.
enum Completions {
    static var bash: String {
        var cases: [String] = []
        for command in CommandTable.commands {
            let options = command.allOptions.map { "--\($0.name)" }.joined(separator: " ")
            cases.append("        \(command.name)) words=\"\(options)\" ;;")
        }
        return """
            # bash completion for almagest
            _almagest() {
                local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" words=""
                COMPREPLY=()
                case "$previous" in
                    --socket|--data|--config) COMPREPLY=($(compgen -f -- "$current")); return ;;
            \(choices.map { "        --\($0.name)) COMPREPLY=($(compgen -W \"\($0.words)\" -- \"$current\")); return ;;" }
                .joined(separator: "\n"))
                esac
                if [ "$COMP_CWORD" -eq 1 ]; then
                    COMPREPLY=($(compgen -W "\(names.joined(separator: " ")) --help --version" -- "$current"))
                    return
                fi
                case "${COMP_WORDS[1]}" in
            \(cases.joined(separator: "\n"))
                esac
                if [[ "$current" == -* ]]; then
                    COMPREPLY=($(compgen -W "$words" -- "$current"))
                elif [ "${COMP_WORDS[1]}" = index ]; then
                    COMPREPLY=($(compgen -f -- "$current"))
                fi
            }
            complete -F _almagest almagest

            """
    }

    static var zsh: String {
        let commands = CommandTable.commands.map { "        '\($0.name):\(quoted($0.summary))'" }
        let cases = CommandTable.commands.map { command in
            let options = command.allOptions.map { option in
                switch option.kind {
                case .flag: "            '--\(option.name)[\(bracketed(option.help))]'"
                case .value(let value): "            '*--\(option.name)[\(bracketed(option.help))]:\(value):_files'"
                case .choice(let words):
                    "            '--\(option.name)[\(bracketed(option.help))]:choice:(\(words.joined(separator: " ")))'"
                }
            }
            return
                "        \(command.name)) _arguments \\\n\(options.joined(separator: " \\\n")) \\\n            '*:operand:_files' ;;"
        }
        return """
            #compdef almagest
            _almagest() {
                local -a commands
                commands=(
            \(commands.joined(separator: "\n"))
                )
                if (( CURRENT == 2 )); then
                    _describe 'command' commands
                    return
                fi
                local command=$words[2]
                shift words
                (( CURRENT-- ))
                case $command in
            \(cases.joined(separator: "\n"))
                esac
            }
            _almagest "$@"

            """
    }

    static var fish: String {
        var lines = ["# fish completion for almagest", "complete -c almagest -f"]
        for command in CommandTable.commands {
            lines.append(
                "complete -c almagest -n __fish_use_subcommand -a \(command.name) -d '\(quoted(command.summary))'")
            for option in command.allOptions {
                var line = "complete -c almagest -n '__fish_seen_subcommand_from \(command.name)' -l \(option.name)"
                switch option.kind {
                case .flag: break
                case .value: line += " -r"
                case .choice(let words): line += " -x -a '\(words.joined(separator: " "))'"
                }
                lines.append(line + " -d '\(quoted(option.help))'")
            }
            if command.name == "index" {
                lines.append("complete -c almagest -n '__fish_seen_subcommand_from index' -F")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static var names: [String] { CommandTable.commands.map(\.name) }

    private static var choices: [(name: String, words: String)] {
        var seen = Set<String>()
        return CommandTable.commands.flatMap(\.allOptions).compactMap { option in
            guard case .choice(let words) = option.kind, seen.insert(option.name).inserted else { return nil }
            return (option.name, words.joined(separator: " "))
        }
    }

    private static func quoted(_ text: String) -> String { text.replacing("'", with: "") }
    private static func bracketed(_ text: String) -> String {
        quoted(text).replacing("[", with: "(").replacing("]", with: ")").replacing(":", with: " ")
    }
}
