import AlmagestEntities
import Catalog
import Settings

/// Reads what an app says is on screen.
struct ScreenReader {
    let bundle: String
    let limits: LimitSettings

    private static let titleBytes = 4_096

    func read(_ parameters: Parameters, now: Double) throws(AlmagestError) -> ScreenStatement {
        var statement = ScreenStatement(bundle: bundle, updated: now)
        if let activity = parameters.value("activity") {
            do { try read(activity: activity, into: &statement) } catch { throw error.within("activity") }
        }
        for (index, view) in try objects(parameters, "views", maximum: limits.screenViews).enumerated() {
            do { statement.views.append(try self.view(view)) } catch { throw error.within("views[\(index)]") }
        }
        for (index, list) in try objects(parameters, "lists", maximum: limits.screenLists).enumerated() {
            do { statement.lists.append(try self.list(list)) } catch { throw error.within("lists[\(index)]") }
        }
        return statement
    }

    private func read(activity: JSONValue, into statement: inout ScreenStatement) throws(AlmagestError) {
        let members = try Self.members(activity, ["title", "entity"])
        statement.activityTitle = try members.string("title")
        guard statement.activityTitle?.utf8.count ?? 0 <= Self.titleBytes else {
            throw AlmagestError(.tooLarge, "A title has at most \(Self.titleBytes) bytes.", path: "title")
        }
        if let entity = members.value("entity") {
            statement.activityEntity = try ContextParameters.entity(entity, bundle: bundle, at: "entity")
        }
    }

    private func view(_ json: JSONValue) throws(AlmagestError) -> ScreenStatement.View {
        let members = try Self.members(json, ["entity", "bounds", "position", "selected"])
        var view = ScreenStatement.View(
            entity: try ContextParameters.entity(members.required("entity"), bundle: bundle, at: "entity"))
        if let bounds = members.value("bounds") {
            let numbers = bounds.elements.compactMap(\.number)
            guard bounds.kind == .array, bounds.count == 4, numbers.count == 4, numbers.allSatisfy(\.isFinite),
                numbers[2] >= 0, numbers[3] >= 0
            else { throw Parameters.mistyped("bounds", "left, top, width and height as numbers") }
            view.bounds = numbers
        }
        view.position = try members.integer("position", in: 0...1_000_000_000).map { Int($0) }
        view.selected = try members.bool("selected") ?? false
        return view
    }

    private func list(_ json: JSONValue) throws(AlmagestError) -> ScreenStatement.List {
        let members = try Self.members(json, ["type", "count"])
        _ = try members.required("count")
        return ScreenStatement.List(
            type: try ContextParameters.name(members.required("type"), at: "type"),
            count: Int(try members.integer("count", in: 0...1_000_000_000) ?? 0))
    }

    private static func members(_ json: JSONValue, _ known: [String]) throws(AlmagestError) -> Parameters {
        guard json.kind == .object else { throw AlmagestError(.invalidParameter, "This is to be an object.") }
        return try Parameters(json, known: known)
    }

    private func objects(
        _ parameters: Parameters, _ name: String, maximum: Int
    ) throws(AlmagestError) -> [JSONValue] {
        guard let list = parameters.value(name) else { return [] }
        guard list.kind == .array else { throw Parameters.mistyped(name, "a list") }
        guard list.count <= maximum else {
            throw AlmagestError(.tooLarge, "At most \(maximum) are taken, \(list.count) came.", path: name)
        }
        return Array(list.elements)
    }
}
