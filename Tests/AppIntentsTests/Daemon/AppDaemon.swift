import CoreSpotlight
@_exported import TestDaemons

/// A link to where no daemon is and none is started.
func absentDaemon(_ daemon: TestDaemon) -> DaemonLink {
    var options = daemon.options
    options.startsDaemon = false
    return DaemonLink(bundle: TestDaemon.bundle, options: options)
}
