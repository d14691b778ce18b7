import Foundation

/// An identifier on this device and one that is the same on all.
public struct SyncableEntityIdentifier<
    LocalID: EntityIdentifierConvertible & Hashable & Sendable,
    StableID: EntityIdentifierConvertible & Hashable & Sendable
>: Hashable, Sendable, EntityIdentifierConvertible {
    public let local: LocalID?
    public let stable: StableID?

    public init(local: LocalID?, stable: StableID?) {
        self.local = local
        self.stable = stable
    }

    public init(id: LocalID) where LocalID == StableID { self.init(local: id, stable: id) }

    /// Equal are two with the same local identifier, or two that have only the same stable one.
    public static func == (a: Self, b: Self) -> Bool {
        switch (a.local, b.local) {
        case (let a?, let b?): a == b
        case (nil, nil): a.stable == b.stable
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        if let local { hasher.combine(local) } else { hasher.combine(stable) }
    }

    /// The local identifier, else the stable one.
    public var entityIdentifierString: String {
        local?.entityIdentifierString ?? stable?.entityIdentifierString ?? ""
    }

    public static func entityIdentifier(for text: String) -> Self? {
        LocalID.entityIdentifier(for: text).map { Self(local: $0, stable: nil) }
    }
}

/// An identifier whose stable part travels with the entity.
protocol StableIdentifying {
    var stableIdentifierString: String? { get }
}

extension SyncableEntityIdentifier: StableIdentifying {
    var stableIdentifierString: String? { stable?.entityIdentifierString }
}
