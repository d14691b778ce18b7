import Foundation
import Synchronization

/// Things that intents and queries need, put in at the start of the process.
///
///     AppDependencyManager.shared.add(dependency: library)
public final class AppDependencyManager: Sendable {
    public static let shared = AppDependencyManager()

    private struct Key: Hashable, @unchecked Sendable {
        // Unchecked: keys are values that apps write down as literals.
        let type: ObjectIdentifier
        let key: AnyHashable?
    }
    private let known = Mutex<[Key: any Sendable]>([:])
    private let pending = Mutex<[Key: Task<Void, any Error>]>([:])
    private let makers = Mutex<[Key: @Sendable () -> any Sendable]>([:])

    public init() {}

    /// Puts in a dependency; it is made when it is first needed.
    public func add<Dependency: Sendable>(
        key: AnyHashable? = nil, dependency: @autoclosure @escaping @Sendable () -> Dependency
    ) {
        let place = Key(type: ObjectIdentifier(Dependency.self), key: key)
        makers.withLock { $0[place] = dependency }
        known.withLock { $0[place] = nil }
    }

    /// The same with a closure.
    public func add<Dependency: Sendable>(
        key: AnyHashable? = nil, _ dependency: @escaping @Sendable () -> Dependency
    ) {
        add(key: key, dependency: dependency())
    }

    /// Puts in a dependency that takes time to make, or may fail. Making it begins at once; before an intent runs or a query
    /// is asked, the host waits for it.
    public func add<Dependency: Sendable>(
        key: AnyHashable? = nil, dependency: @escaping @Sendable () async throws -> Dependency
    ) {
        let place = Key(type: ObjectIdentifier(Dependency.self), key: key)
        makers.withLock { $0[place] = nil }
        known.withLock { $0[place] = nil }
        let making = Task {
            let made = try await dependency()
            known.withLock { $0[place] = made }
        }
        pending.withLock { $0[place] = making }
    }

    /// Returns when all that takes time to make is there.
    ///
    /// - Throws: what making one threw.
    package func settle() async throws {
        let all = pending.withLock { $0 }
        for (place, making) in all {
            try await making.value
            pending.withLock { if $0[place] == making { $0[place] = nil } }
        }
    }

    /// Returns when all that an intent or a query needs is there, defaults that take time to make too.
    ///
    /// - Throws: what making one threw.
    package func settle(for user: any _SupportsAppDependencies) async throws {
        try await settle()
        for child in Mirror(reflecting: user).children {
            try await (child.value as? any AnyDependency)?.settle()
        }
    }

    func resolve<Dependency>(_ type: Dependency.Type, key: AnyHashable?) -> Dependency? {
        let place = Key(type: ObjectIdentifier(type), key: key)
        if let found = known.withLock({ $0[place] }) { return found as? Dependency }
        guard let make = makers.withLock({ $0[place] }) else { return nil }
        let made = make()
        let kept = known.withLock { known -> any Sendable in
            if let other = known[place] { return other }
            known[place] = made
            return made
        }
        return kept as? Dependency
    }
}

/// A key as apps write it.
struct DependencyKey: @unchecked Sendable {
    // Unchecked: keys are values that apps write down as literals.
    let value: AnyHashable?
}

/// `@Dependency`: something that was put into the `AppDependencyManager`.
@propertyWrapper
public final class AppDependency<Value: Sendable>: Sendable {
    private let key: DependencyKey
    private let manager: AppDependencyManager
    private let standIn: (@Sendable () -> Value)?
    private let late: LateDefault<Value>?

    public init(key: AnyHashable? = nil, manager: AppDependencyManager = .shared) {
        self.key = DependencyKey(value: key)
        self.manager = manager
        standIn = nil
        late = nil
    }

    public init(
        key: AnyHashable? = nil, manager: AppDependencyManager = .shared,
        default standIn: @autoclosure @escaping @Sendable () -> Value
    ) {
        self.key = DependencyKey(value: key)
        self.manager = manager
        self.standIn = standIn
        late = nil
    }

    /// With a default that takes time to make, or may fail. Where nothing was put in, the host makes it before the intent
    /// runs or the query is asked.
    public init(
        key: AnyHashable? = nil, manager: AppDependencyManager = .shared,
        default make: @escaping @Sendable () async throws -> Value
    ) {
        self.key = DependencyKey(value: key)
        self.manager = manager
        standIn = nil
        late = LateDefault(make)
    }

    /// The dependency. One that nobody put in is a fault of the app.
    public var wrappedValue: Value {
        if let value = manager.resolve(Value.self, key: key.value) { return value }
        if let standIn { return standIn() }
        if let value = late?.value { return value }
        fatalError(
            "No \(Value.self) was put in: call AppDependencyManager.shared.add(dependency:) when the process starts.")
    }
}

/// A dependency, whatever its type.
private protocol AnyDependency {
    func settle() async throws
}

extension AppDependency: AnyDependency {
    /// Has its default made, if that takes time and is needed.
    fileprivate func settle() async throws {
        guard let late, manager.resolve(Value.self, key: key.value) == nil else { return }
        try await late.settle()
    }
}

public typealias Dependency = AppDependency

/// Takes dependencies: intents, queries and resolvers.
public protocol _SupportsAppDependencies {
    typealias Dependency = AppDependency
}
