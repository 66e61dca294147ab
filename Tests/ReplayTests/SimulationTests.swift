import Stage
import Testing
import Texts

@testable import Replay

@Suite("Simulation")
struct SimulationTests {
    private struct Run {
        var output = ""
        var refused: [String] = []
        var error: LineError?
    }

    private func run(
        _ lines: [String], fps: Int64 = 1, until: Double = 0,
        _ configuration: Configuration = .init()
    ) -> Run {
        var simulation = Simulation(
            configuration: configuration, framesPerSecond: fps, untilSeconds: until)
        var run = Run()
        var bytes: [UInt8] = []
        do throws(LineError) {
            for line in lines {
                if let refused = try simulation.feed(Array(line.utf8), into: &bytes) {
                    run.refused.append("\(refused)")
                }
            }
            simulation.finish(into: &bytes)
        } catch {
            run.error = error
        }
        run.output = String(decoding: bytes, as: UTF8.self)
        return run
    }

    private func lines(_ run: Run) -> [String] {
        run.output.split(separator: "\n").map(String.init)
    }

    // The entrance lasts from 0.125 to 0.375, the pop to 0.625 and the settling to 0.875. The
    // values were calculated by hand, and the spring with mpmath.
    @Test("The output has exactly one line per frame, at k/fps seconds, up to `until`")
    func exact() {
        let run = run(
            [#"{"at":0.125,"type":"gift","sender":"Ann","gift":"Rose"}"#], fps: 4, until: 1.1)
        func frame(_ seq: Int, _ time: Int, _ node: String) -> String {
            #"{"type":"frame","seq":\#(seq),"time":\#(time),"full":true,"nodes":[\#(node)]}"#
                + "\n"
        }
        func row(_ x: String, _ alpha: String, _ scale: String) -> String {
            #"{"id":"gifts/0","kind":"gift","x":\#(x),"y":320,"width":200,"height":40,"#
                + #""alpha":\#(alpha),"combo":"e1","sender":"Ann","gift":"Rose","#
                + #""image":"/web/gifts/rose.svg","count":1,"#
                + #""digitScale":\#(scale)}"#
        }
        #expect(
            run.output == frame(1, 0, "") + frame(2, 250_000, row("-76", "0.5", "1"))
                + frame(3, 500_000, row("24", "1", "3"))
                + frame(4, 750_000, row("24", "1", "1.011"))
                + frame(5, 1_000_000, row("24", "1", "1")))
    }

    @Test("If cues are requested, each has a line before the frame that follows it")
    func cues() {
        var configuration = Configuration()
        configuration.sounds.call = "/d.mp3"
        for hasCues in [true, false] {
            var simulation = Simulation(
                configuration: configuration, framesPerSecond: 2, untilSeconds: 1,
                hasCues: hasCues)
            var bytes: [UInt8] = []
            let line = Array(#"{"at":0.25,"type":"call","user":"Ann","id":"c"}"#.utf8)
            #expect(throws: Never.self) { _ = try simulation.feed(line, into: &bytes) }
            simulation.finish(into: &bytes)
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            #expect(lines.count == (hasCues ? 4 : 3))
            let cue =
                #"{"type":"cue","cue":"call","id":"c","sound":"/d.mp3","volume":0.8,"time":250000}"#
            #expect((lines[1] == cue) == hasCues)
        }
    }

    @Test("Frame times are k/fps seconds, rounded to a microsecond")
    func instants() {
        let times = lines(run([], fps: 3, until: 1)).map {
            $0.split(separator: ",")[2].split(separator: ":")[1]
        }
        #expect(times == ["0", "333333", "666667", "1000000"])
        #expect(lines(run([], fps: 60, until: 0.999_999)).count == 60)
        #expect(lines(run([], fps: 60, until: 1)).count == 61)
    }

    @Test("An event at the time of a frame is in that frame")
    func sameInstant() {
        let run = run([#"{"at":1,"type":"call","user":"Ann"}"#], fps: 1, until: 1)
        #expect(lines(run)[0].contains(#""nodes":[]"#))
        #expect(lines(run)[1].contains(#""id":"call/e1""#))
    }

    @Test("Blank lines are counted, and default IDs follow the line numbers")
    func blankLines() {
        let run = run([
            "", " \t\r", #"{"at":0,"type":"call","user":"Ann"}"#,
            #"{"at":0,"type":"call","user":"Bob","seq":9}"#,
            #"{"at":0,"type":"call","user":"Cid","seq":10,"id":"c"}"#,
        ])
        for id in ["e3", "e9", "c"] { #expect(run.output.contains(#""id":"call/\#(id)""#)) }
        #expect(self.run(["", "", "x"]).error?.line == 3)
    }

    @Test(
        "Bad input is reported with its line and the reason",
        arguments: [
            (["x"], 1, "not JSON"),
            ([#"{"at":0,"type":"tap","call":"c"} x"#], 1, "not JSON"),
            ([#"{"at":0,"type":"gift","gift":"Rose","x":1}"#], 1, "/x"),
            ([#"{"at":0,"type":"gift"}"#], 1, "/gift"),
            ([#"{"at":0,"type":"dance"}"#], 1, "/type"),
            (
                [#"{"at":2,"type":"tap","call":"c"}"#, #"{"at":1.9,"type":"tap","call":"c"}"#], 2,
                "/at"
            ),
            (
                ["", #"{"at":0,"type":"config","config":{"gifts":{"channels":9}}}"#], 2,
                "/gifts/channels"
            ),
            ([#"{"at":0,"type":"config","config":7}"#], 1, "object"),
        ])
    func badInput(input: [String], line: Int, reason: String) throws {
        let error = try #require(run(input, until: 5).error)
        #expect(error.line == line)
        #expect(error.description.hasPrefix("line \(line): "))
        #expect(error.reason.contains(reason))
    }

    @Test("Before bad input, the output has complete lines with the frames up to it")
    func noPartialLine() {
        let run = run([#"{"at":2.5,"type":"call","user":"Ann"}"#, "x"], fps: 1, until: 9)
        #expect(run.error?.line == 2)
        #expect(run.output.hasSuffix("}\n"))
        #expect(lines(run).count == 3)
    }

    @Test("Two events may have the same time, also with a blank line between them")
    func equalTimes() {
        let tap = #"{"at":1,"type":"tap","call":"c"}"#
        #expect(run([tap, "", tap]).error == nil)
    }

    @Test("A line with a repeated ID changes nothing")
    func repeatedIDs() {
        let run = run([
            #"{"at":0,"type":"gift","gift":"Rose","id":"a","count":2}"#,
            #"{"at":0,"type":"gift","gift":"Rose","id":"a","count":2}"#,
            #"{"at":0,"type":"call","user":"Ann","id":"a"}"#,
            #"{"at":0,"type":"config","config":{"gifts":{"x":1}},"id":"a"}"#,
        ])
        let once = self.run([#"{"at":0,"type":"gift","gift":"Rose","id":"a","count":2}"#])
        #expect(run.error == nil && run.refused.isEmpty)
        #expect(run.output == once.output)
    }

    @Test("A dismissal or tap of a missing call changes nothing and is no error")
    func missing() {
        let run = run([
            #"{"at":0,"type":"dismiss","call":"x"}"#, #"{"at":0,"type":"tap","call":"x"}"#,
        ])
        #expect(run.error == nil && run.refused.isEmpty)
        #expect(run.output == self.run([]).output)
    }

    @Test("An event refused by a full queue is reported with its line, and the run continues")
    func full() {
        let run = run([
            #"{"at":0,"type":"config","config":{"gifts":{"channels":1,"queueLimit":0}}}"#,
            #"{"at":0,"type":"gift","sender":"Ann","gift":"Rose"}"#, "",
            #"{"at":0,"type":"gift","sender":"Bob","gift":"Rose"}"#,
            #"{"at":0,"type":"call","user":"Cid"}"#,
        ])
        #expect(run.error == nil)
        #expect(run.refused.count == 1)
        #expect(run.refused.first?.hasPrefix("line 4: ") == true)
        #expect(run.output.contains("Cid") && !run.output.contains("Bob"))
    }

    @Test("A config line is a merge patch of the current configuration")
    func patches() {
        var configuration = Configuration()
        configuration.gifts.x = 50
        let run = run(
            [
                #"{"at":0,"type":"gift","gift":"Rose"}"#,
                #"{"at":1,"type":"config","config":{"gifts":{"y":7}}}"#,
                #"{"at":2,"type":"config","config":{"gifts":{"x":null}}}"#,
            ], fps: 1, until: 2, configuration)
        #expect(lines(run)[1].contains(#""x":50,"y":7,"#))
        #expect(lines(run)[2].contains(#""x":24,"y":7,"#))
    }

    @Test("Two runs with the same input give the same bytes")
    func twice() {
        var input: [String] = []
        for index in 0..<300 {
            let at = Double(index) * 0.0625
            input.append(
                index % 3 == 0
                    ? #"{"at":\#(at),"type":"call","user":"U\#(index % 7)"}"#
                    : #"{"at":\#(at),"type":"gift","sender":"S\#(index % 11)","gift":"G","count":\#(index)}"#
            )
        }
        let first = run(input, fps: 30, until: 20)
        #expect(first.error == nil)
        #expect(lines(first).count == 601)
        #expect(first.output == run(input, fps: 30, until: 20).output)
    }
}
