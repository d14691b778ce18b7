import AlmagestEntities
import AlmagestWire

extension Command {
    static let resolve = Command(
        name: "resolve", operands: "REQUEST…", minimumOperands: 1, maximumOperands: nil,
        summary: "Find which one a request means",
        details: [
            "Answers one, several with what tells them apart, or none, each with how likely it is.",
            "Each candidate has a number that `almagest open` takes.",
        ],
        options: [
            Option(
                name: "accepts", kind: .value("T,…"), repeats: true,
                help: "Only these types or schemas, e.g. SongEntity or calendar.event"),
            Option(
                name: "time-zone", kind: .value("ZONE"), help: "Zone in which days begin and end, e.g. Europe/Berlin"),
            Option(name: "language", kind: .value("L"), help: "Language of the request, e.g. en"),
            Option(name: "now", kind: .value("DATE"), help: "The moment that “tomorrow” is counted from"),
            .json,
        ],
        examples: [
            ("almagest resolve 'the doctor appointment next Friday'", "one event, or those between which to choose"),
            ("almagest resolve --accepts SongEntity play Wolves by One Direction", "one song"),
        ],
        run: { invocation in
            var json = JSONWriter()
            json.beginObject()
            json.key("request")
            json.string(invocation.operands.joined(separator: " "))
            if invocation.has("accepts") {
                json.key("accepts")
                json.beginArray()
                for type in invocation.all("accepts").flatMap({ $0.split(separator: ",") }) {
                    json.string(String(type))
                }
                json.endArray()
            }
            writePresent(invocation, to: &json)
            json.endObject()
            let client = try await invocation.connect()
            let reply = try await client.call("resolve", json.bytes)
            let outcome = reply["outcome"]?.string ?? "none"
            if invocation.has("json") {
                Terminal.write(reply.text + "\n")
            } else if outcome == "none" {
                Terminal.write("Nothing that this means is there.\n")
            } else {
                ResultPrinter().print(reply["candidates"].list)
            }
            return outcome == "none" ? .failed : .done
        })
}
