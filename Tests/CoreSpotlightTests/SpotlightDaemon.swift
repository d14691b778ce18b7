@_exported import TestDaemons

typealias SpotlightDaemon = TestDaemon
