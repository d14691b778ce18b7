import AlmagestEntities
import Foundation
import Glibc
import Testing

@testable import AlmagestWire

@Suite("Locations")
struct LocationTests {
    @Test("The flag beats the variable, the variable the folder of the session, that the one in /tmp")
    func precedence() throws {
        let all = ["ALMAGEST_SOCKET": "/v/s", "XDG_RUNTIME_DIR": "/run/user/7"]
        #expect(try SocketLocation.resolve(flag: "/f/s", environment: all).path == "/f/s")
        #expect(try SocketLocation.resolve(environment: all).path == "/v/s")
        #expect(
            try SocketLocation.resolve(environment: ["XDG_RUNTIME_DIR": "/run/user/7"]).path
                == "/run/user/7/almagest/almagest.sock")
        #expect(try SocketLocation.resolve(environment: [:]).path == "/tmp/almagest-\(geteuid())/almagest.sock")
        #expect(try SocketLocation.resolve(environment: ["XDG_RUNTIME_DIR": "relative"]).path.hasPrefix("/tmp/"))
        #expect(try SocketLocation.resolve(environment: ["ALMAGEST_SOCKET": ""]).path.hasPrefix("/tmp/"))
    }

    @Test("A relative path is made absolute")
    func relative() throws {
        let here = FileManager.default.currentDirectoryPath
        #expect(try SocketLocation.resolve(flag: "a/../s", environment: [:]).path == here + "/s")
    }

    @Test("Data, configuration and log have their places")
    func others() {
        #expect(DataLocation.resolve(flag: "/d", environment: ["ALMAGEST_DATA": "/e"]).path == "/d")
        #expect(DataLocation.resolve(environment: ["ALMAGEST_DATA": "/e"]).path == "/e")
        #expect(DataLocation.resolve(environment: ["XDG_DATA_HOME": "/x"]).path == "/x/almagest")
        #expect(DataLocation.resolve(environment: ["HOME": "/h"]).path == "/h/.local/share/almagest")
        #expect(LogLocation.resolve(environment: ["XDG_STATE_HOME": "/x"]).path == "/x/almagest/almagestd.log")
        #expect(LogLocation.resolve(environment: ["HOME": "/h"]).path == "/h/.local/state/almagest/almagestd.log")
        let named = ConfigurationLocation.resolve(environment: ["ALMAGEST_CONFIG": "/c"])
        #expect(named.path == "/c" && named.isRequired)
        let usual = ConfigurationLocation.resolve(environment: ["HOME": "/h"])
        #expect(usual.path == "/h/.config/almagest/almagest.json5" && !usual.isRequired)
    }

    @Test("A path that no socket can have is an error that says its length")
    func tooLong() {
        let path = "/" + String(repeating: "å", count: 60)
        let error = #expect(throws: AlmagestError.self) { try SocketLocation.resolve(flag: path, environment: [:]) }
        #expect(error?.name == .tooLarge)
        #expect(error?.message.contains("121") == true)
        #expect(throws: Never.self) {
            try SocketLocation.resolve(flag: "/" + String(repeating: "x", count: 106), environment: [:])
        }
    }

    @Test("A folder is made for the user alone, with its parents")
    func made() throws {
        let scratch = try ScratchFolder()
        let location = try SocketLocation(path: scratch.path + "/a/b/s", isPrivate: true)
        try location.checkFolder()
        try location.prepareFolder()
        try location.prepareFolder()
        var status = stat()
        #expect(lstat(scratch.path + "/a/b", &status) == 0 && status.st_mode & 0o777 == 0o700)
    }

    @Test("A folder that others may enter is refused", arguments: [0o755, 0o710, 0o701, 0o777] as [mode_t])
    func openFolder(mode: mode_t) throws {
        let scratch = try ScratchFolder()
        #expect(mkdir(scratch.path + "/f", 0o700) == 0 && chmod(scratch.path + "/f", mode) == 0)
        let location = try SocketLocation(path: scratch.path + "/f/s", isPrivate: true)
        for check in [location.prepareFolder, location.checkFolder] {
            let error = #expect(throws: AlmagestError.self) { try check() }
            #expect(error?.name == .noPermission)
            #expect(error?.hint?.contains("chmod 700") == true)
        }
    }

    @Test("A symbolic link and a file in place of the folder are refused")
    func link() throws {
        let scratch = try ScratchFolder()
        #expect(mkdir(scratch.path + "/real", 0o700) == 0)
        #expect(symlink(scratch.path + "/real", scratch.path + "/link") == 0)
        close(open(scratch.path + "/file", O_CREAT | O_WRONLY, 0o600))
        for name in ["link", "file"] {
            let location = try SocketLocation(path: "\(scratch.path)/\(name)/s", isPrivate: true)
            let error = #expect(throws: AlmagestError.self) { try location.prepareFolder() }
            #expect(error?.name == .noPermission)
        }
    }

    @Test("A folder of somebody else is refused", .enabled(if: geteuid() == 0))
    func foreignFolder() throws {
        let scratch = try ScratchFolder()
        #expect(mkdir(scratch.path + "/f", 0o700) == 0 && chown(scratch.path + "/f", 12_345, 12_345) == 0)
        let location = try SocketLocation(path: scratch.path + "/f/s", isPrivate: true)
        let error = #expect(throws: AlmagestError.self) { try location.checkFolder() }
        #expect(error?.message.contains("12345") == true)
    }

    @Test(
        "A folder that was named may be entered by others, but not written to by all",
        arguments: [(0o755, true), (0o770, true), (0o1777, true), (0o777, false), (0o702, false)] as [(mode_t, Bool)])
    func namedFolder(mode: mode_t, isFine: Bool) throws {
        let scratch = try ScratchFolder()
        let location = try SocketLocation(path: scratch.path + "/s", isPrivate: false)
        #expect(chmod(scratch.path, mode) == 0)
        for check in [location.prepareFolder, location.checkFolder] as [() throws(AlmagestError) -> Void] {
            if isFine {
                #expect(throws: Never.self) { try check() }
            } else {
                let error = #expect(throws: AlmagestError.self) { try check() }
                #expect(error?.name == .noPermission)
                #expect(error?.message.contains("could replace the socket") == true)
            }
        }
        chmod(scratch.path, 0o700)
    }

    @Test("A named folder of somebody else is refused, but for root's", .enabled(if: geteuid() == 0))
    func foreignNamedFolder() throws {
        let scratch = try ScratchFolder()
        let location = try SocketLocation(path: scratch.path + "/s", isPrivate: false)
        #expect(chown(scratch.path, 12_345, 0) == 0)
        let error = #expect(throws: AlmagestError.self) { try location.prepareFolder() }
        #expect(error?.message.contains("user 12345") == true)
        #expect(chown(scratch.path, 0, 0) == 0)
        #expect(throws: Never.self) { try location.prepareFolder() }
    }

    @Test("One holds a lock at a time, and its process is named to the other")
    func lock() throws {
        let scratch = try ScratchFolder()
        var first: FileLock? = try FileLock(path: scratch.path + "/LOCK")
        let error = #expect(throws: AlmagestError.self) { try FileLock(path: scratch.path + "/LOCK") }
        #expect(error?.name == .daemonAlreadyRunning)
        #expect(error?.message.contains("\(getpid())") == true)
        _ = first
        first = nil
        #expect(throws: Never.self) { try FileLock(path: scratch.path + "/LOCK") }
    }

    @Test("A log that has grown large makes room for a new one")
    func logRotation() throws {
        let scratch = try ScratchFolder()
        let log = LogLocation(path: scratch.path + "/almagestd.log")
        let fd = try log.open(limit: 10)
        #expect(write(fd, "more than ten bytes", 19) == 19)
        close(fd)
        #expect(log.tail(from: 5) == "than ten bytes")
        close(try log.open(limit: 10))
        #expect(log.tail(from: 0).isEmpty)
        #expect(access(log.path + ".1", F_OK) == 0)
    }

    @Test("What a log says is told without the priorities that are for the journal")
    func logPriorities() throws {
        let scratch = try ScratchFolder()
        let log = LogLocation(path: scratch.path + "/almagestd.log")
        try Data("<6>one <3>\n<3>two\n".utf8).write(to: URL(fileURLWithPath: log.path))
        #expect(log.tail(from: 0) == "one <3>\ntwo")
    }
}
