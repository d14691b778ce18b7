@_exported import AlmagestFoundation
@_exported import Foundation
