// swift-format-ignore-file
// Written by scripts/generate-schemas from config/schemas/clock.json. Change that, then run it.

extension SchemaDomain {
    static let clock = SchemaDomain(
        "clock", .primary,
        entities: [
            EntitySchema(
                SchemaFacts("clock.alarm", id: "AlarmEntity", since: "27.0", evidence: .documentation),
                [
                    SchemaMember("time", .date),
                    SchemaMember("isEnabled", .bool),
                    SchemaMember("label", .text, optional: true),
                    SchemaMember("recurrenceDays", .recurrence, optional: true),
                    SchemaMember("canSnooze", .bool),
                    SchemaMember("triggerState", .enumeration("clock.alarmTriggerState")),
                ]),
            EntitySchema(
                SchemaFacts("clock.stopwatch", id: "StopwatchEntity", since: "27.0", evidence: .documentation),
                [
                    SchemaMember("laps", .list(.duration)),
                    SchemaMember("startTime", .date),
                    SchemaMember("pauseTime", .date, optional: true),
                    SchemaMember("state", .enumeration("clock.stopwatchState")),
                ]),
            EntitySchema(
                SchemaFacts("clock.timer", id: "TimerEntity", since: "27.0", evidence: .documentation),
                [
                    SchemaMember("duration", .duration),
                    SchemaMember("durationRemaining", .duration),
                    SchemaMember("state", .enumeration("clock.timerState")),
                    SchemaMember("label", .text, optional: true),
                    SchemaMember("isSleepTimer", .bool),
                ]),
        ],
        intents: [
            IntentSchema(
                SchemaFacts("clock.cancelTimer", id: "CancelTimerIntent", since: "27.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("clock.createAlarm", id: "CreateAlarmIntent", since: "27.0", evidence: .documentation),
                [
                    SchemaMember("time", .date),
                    SchemaMember("label", .text, optional: true),
                    SchemaMember("recurrenceDays", .recurrence, optional: true),
                    SchemaMember("canSnooze", .bool),
                ], result: .entity("clock.alarm")),
            IntentSchema(
                SchemaFacts("clock.createTimer", id: "CreateTimerIntent", since: "27.0", evidence: .sample),
                [
                    SchemaMember("duration", .duration),
                    SchemaMember("label", .text, optional: true),
                    SchemaMember("isSleepTimer", .bool),
                ], result: .entity("clock.timer")),
            IntentSchema(
                SchemaFacts("clock.deleteAlarm", id: "DeleteAlarmIntent", since: "27.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("clock.dismissAlarm", id: "DismissAlarmIntent", since: "27.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("clock.lapStopwatch", id: "LapStopwatchIntent", since: "27.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("clock.pauseTimer", id: "PauseTimerIntent", since: "27.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("clock.resumeTimer", id: "ResumeTimerIntent", since: "27.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("clock.snoozeAlarm", id: "SnoozeAlarmIntent", since: "27.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("clock.startStopwatch", id: "StartStopwatchIntent", since: "27.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("clock.stopStopwatch", id: "StopStopwatchIntent", since: "27.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("clock.resetStopwatch", id: "ResetStopwatchIntent", since: "27.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("clock.updateAlarm", id: "UpdateAlarmIntent", since: "27.0", evidence: .unknown),
                nil),
            IntentSchema(
                SchemaFacts("clock.updateTimer", id: "UpdateTimerIntent", since: "27.0", evidence: .unknown),
                nil),
        ],
        enums: [
            EnumSchema(
                SchemaFacts("clock.alarmTriggerState", id: "AlarmTriggerState", since: "27.0", evidence: .documentation),
                ["firing", "snoozed", "none"]),
            EnumSchema(
                SchemaFacts("clock.stopwatchState", id: "StopwatchState", since: "27.0", evidence: .documentation),
                ["paused", "running"]),
            EnumSchema(
                SchemaFacts("clock.timerState", id: "TimerState", since: "27.0", evidence: .documentation),
                ["firing", "paused", "running", "undefined"]),
        ],
        unions: [])
}
