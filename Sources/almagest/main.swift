import CommandLineTool
import Foundation

exit(await runCommandLine(Array(CommandLine.arguments.dropFirst())))
