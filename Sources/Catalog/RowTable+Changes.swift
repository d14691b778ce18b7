import AlmagestEntities

extension RowTable {
    /// Changes after `seq` of the apps within reach that `isMissing` says of: of how many rows, and the newest (0 for none).
    /// Of a row the newest change counts, a delete too as long as its tombstone is known.
    public func changes(
        within reach: Reach, after seq: Seq, where isMissing: (Seq) -> Bool
    ) -> (count: Int, newest: Seq) {
        filtering { columns, names, _ in
            let isWithin = names.bundles.map(reach.allows)
            let (revision, expires, bundle) = (columns.revision, columns.expires, columns.bundle)
            var (count, newest): (Int, Seq) = (0, 0)
            for row in 0..<columns.count {
                let own = revision[row] != 0 ? revision[row] : expires[row] < 0 ? Seq(-expires[row]) : 0
                guard own > seq, isWithin[Int(bundle[row])], isMissing(own) else { continue }
                count += 1
                newest = max(newest, own)
            }
            return (count, newest)
        }
    }
}
