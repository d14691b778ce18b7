import AlmagestEntities
import Testing

@Suite struct PredicateTests {
    static func read(_ text: String) throws -> Predicate { try Predicate(json: JSONDocument(text).root) }

    @Test func aTreeIsRead() throws {
        let predicate = try Self.read(
            #"{"all":[{"property":"startDate","op":">=","value":"2026-06-01"},{"not":{"property":"isAllDay","op":"==","value":true}}]}"#
        )
        #expect(
            predicate
                == .all([
                    .comparison(.init(property: "startDate", op: .greaterOrEqual, value: .text("2026-06-01"))),
                    .not(.comparison(.init(property: "isAllDay", op: .equal, value: .bool(true)))),
                ]))
    }

    @Test func everyComparatorIsRead() throws {
        for op in Predicate.Comparator.allCases {
            let value = op == .between ? "[1,2]" : op == .exists ? "false" : "\"a\""
            let read = try Self.read(#"{"property":"a.b","op":"\#(op.rawValue)","value":\#(value)}"#)
            guard case .comparison(let comparison) = read else {
                Issue.record("\(op)")
                continue
            }
            #expect(comparison.op == op)
        }
    }

    @Test func existsNeedsNoValue() throws {
        #expect(
            try Self.read(#"{"property":"a","op":"exists"}"#)
                == .comparison(.init(property: "a", op: .exists, value: .bool(true))))
    }

    @Test func aListIsAll() throws {
        #expect(try Self.read("[]") == .all([]))
    }

    @Test(arguments: [
        ("5", "where", "Expected a condition as an object."),
        ("{}", "where", "The property is missing."),
        (#"{"all":{}}"#, "where.all", "Expected a list of conditions."),
        (#"{"all":[{"any":[3]}]}"#, "where.all[0].any[0]", "Expected a condition as an object."),
        (#"{"property":"a","op":"~","value":1}"#, "where.op", "“~” is no comparator."),
        (#"{"property":"a","op":1,"value":1}"#, "where.op", "Expected a comparator as text."),
        (#"{"property":"a","value":1}"#, "where", "The comparator is missing."),
        (#"{"property":"a","op":"=="}"#, "where.value", "The value is missing."),
        (#"{"property":"a","op":"==","value":null}"#, "where.value", "The value is missing."),
        (#"{"property":"","op":"==","value":1}"#, "where.property", "is no path of a property."),
        (#"{"property":"a..b","op":"==","value":1}"#, "where.property", "is no path of a property."),
        (#"{"property":7,"op":"==","value":1}"#, "where.property", "Expected the path of a property as text."),
        (#"{"property":"a","op":"between","value":[1]}"#, "where.value", "between needs a list of two values."),
        (#"{"property":"a","op":"exists","value":1}"#, "where.value", "exists is asked with true or false."),
        (#"{"property":"a","op":"hasPrefix","value":1}"#, "where.value", "hasPrefix needs a text."),
        (#"{"property":"a","op":"<","value":[1]}"#, "where.value", "< needs one value, not a list."),
        (#"{"property":"a","op":"==","value":1,"x":2}"#, "where", "“x” is no member of a condition."),
        (#"{"not":[],"all":[]}"#, "where", "“not” is no member of a condition."),
    ])
    func aFaultSaysWhereAndWhat(_ text: String, _ path: String, _ message: String) {
        let error = #expect(throws: AlmagestError.self) { try Self.read(text) }
        #expect(error?.name == .invalidPredicate)
        #expect(error?.path == path)
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }

    @Test func aDateThatDoesNotExistIsSaidWhereItStands() {
        let error = #expect(throws: AlmagestError.self) {
            try Self.read(#"{"property":"a","op":">","value":{"date":"2026-02-31"}}"#)
        }
        #expect(error?.name == .invalidDate)
        #expect(error?.path == "where.value.date")
        #expect(error?.message == "February 31 does not exist.")
    }

    @Test func depthAndNumberAreBounded() throws {
        let condition = #"{"property":"a","op":"==","value":1}"#
        func nested(_ depth: Int) -> String {
            String(repeating: #"{"not":"#, count: depth) + condition + String(repeating: "}", count: depth)
        }
        _ = try Self.read(nested(31))
        #expect(throws: AlmagestError.self) { try Self.read(nested(32)) }
        func many(_ count: Int) -> String {
            #"{"any":[\#(Array(repeating: condition, count: count).joined(separator: ","))]}"#
        }
        _ = try Self.read(many(1_000))
        #expect(throws: AlmagestError.self) { try Self.read(many(1_001)) }
    }

    @Test func sortKeysAreRead() throws {
        let json = try JSONDocument(#"[{"property":"startDate","order":"descending"},"title",{"property":"a.b"}]"#).root
        #expect(
            try SortKey.list(json: json) == [
                SortKey(property: "startDate", ascending: false), SortKey(property: "title"), SortKey(property: "a.b"),
            ])
        for key in try SortKey.list(json: json) {
            var writer = JSONWriter()
            key.write(to: &writer)
            #expect(try SortKey(json: JSONDocument(writer.bytes).root) == key)
        }
    }

    @Test(arguments: [
        (#"[{"order":"ascending"}]"#, "sort[0]"), (#"[{"property":"a","order":"up"}]"#, "sort[0].order"),
        (#"[3]"#, "sort[0]"), (#"[{"property":"a","x":1}]"#, "sort[0]"),
    ])
    func aWrongSortKeySaysWhere(_ text: String, _ path: String) throws {
        let json = try JSONDocument(text).root
        let error = #expect(throws: AlmagestError.self) { try SortKey.list(json: json) }
        #expect(error?.path == path)
    }
}
