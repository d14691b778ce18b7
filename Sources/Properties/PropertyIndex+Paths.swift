extension PropertyIndex {
    /// Property paths at which any entity has had a date, sorted.
    public func datePaths() -> [String] {
        var paths: Set<String> = []
        for column in columnList where column.kind == .instant || column.kind == .local { paths.insert(column.path) }
        return paths.sorted()
    }
}
