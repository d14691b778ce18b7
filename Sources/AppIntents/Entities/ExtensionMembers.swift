internal import CSystem
import Foundation

/// Properties that extensions add to entities with `@ComputedProperty` and `@DeferredProperty`. An extension holds no
/// storage in which they could be found, so the macros leave a record of each in a section of the program.
public enum _ExtensionMembers {
    /// What a record is: it tells its property to the list that it is given.
    public typealias Record = @convention(c) @Sendable (UnsafeMutableRawPointer) -> Void

    fileprivate typealias List = [ObjectIdentifier: [(name: String, content: Any)]]

    /// Called by records.
    public static func add<Owner, Value>(
        _ property: ComputedEntityProperty<Owner, Value>, to list: UnsafeMutableRawPointer
    ) {
        add(Owner.self, property.name, property, to: list)
    }

    /// Called by records.
    public static func add<Owner, Value>(
        _ property: DeferredEntityProperty<Owner, Value>, to list: UnsafeMutableRawPointer
    ) {
        add(Owner.self, property.name, property, to: list)
    }

    private static func add(_ owner: Any.Type, _ name: String, _ property: Any, to list: UnsafeMutableRawPointer) {
        list.assumingMemoryBound(to: List.self).pointee[ObjectIdentifier(owner), default: []].append((name, property))
    }

    /// All of the program, by owner and in the order of their names.
    private static let all = Collected()

    private struct Collected: @unchecked Sendable {
        // Unchecked: constant once made; what the macros leave is Sendable.
        let members: List

        init() {
            var members: List = [:]
            if let begin = almagest_members_begin(), let end = almagest_members_end() {
                for place in 0..<(end - begin) {
                    guard let record = begin[place] else { continue }
                    withUnsafeMutablePointer(to: &members) {
                        unsafeBitCast(record, to: Record.self)(UnsafeMutableRawPointer($0))
                    }
                }
            }
            for owner in members.keys { members[owner]?.sort { $0.name < $1.name } }
            self.members = members
        }
    }

    static func of(_ owner: Any.Type) -> [(name: String, content: Any)] {
        all.members[ObjectIdentifier(owner)] ?? []
    }
}
