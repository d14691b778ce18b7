/// The re-index that the current task answers: what it indexes says so.
package enum ReindexSession {
    @TaskLocal package static var current: String?
}
