import Glibc

/// The command of a program that speaks: it reads a text from its standard input and writes a sound file to its
/// standard output.
package struct SpeechCommand: Hashable, Sendable {
    /// The absolute path of the program.
    private let program: String
    /// The arguments. `{voice}` and `{speed}` stand for the voice and for the number of words per minute.
    private let arguments: [String]

    /// The reason why a command line can't be used.
    package struct Fault: Error {
        package let detail: String
    }

    private static let directories = ["/usr/local/bin", "/usr/bin", "/bin"]

    /// Reads a command line: words separated by spaces, without quotes. The program is an absolute path or a name in
    /// `/usr/local/bin`, `/usr/bin` or `/bin`.
    package init(_ line: String) throws(Fault) {
        let words = line.split(separator: " ").map(String.init)
        guard let name = words.first else { throw Fault(detail: "The command is empty.") }
        guard let program = Self.path(of: name) else {
            throw Fault(detail: "There is no program \"\(name)\" that can be run.")
        }
        self.program = program
        arguments = Array(words.dropFirst())
    }

    /// The command of eSpeak NG; nil if it is not installed.
    package static var installed: SpeechCommand? {
        try? SpeechCommand("espeak-ng --stdin --stdout -v {voice} -s {speed}")
    }

    private static func path(of name: String) -> String? {
        let paths =
            name.utf8.first == UInt8(ascii: "/") ? [name] : directories.map { "\($0)/\(name)" }
        return paths.first { access($0, X_OK) == 0 }
    }

    /// Returns the program and its arguments for a voice and a number of words per minute.
    func words(voice: String, wordsPerMinute: Int) -> [String] {
        [program]
            + arguments.map {
                $0.replacing("{voice}", with: voice)
                    .replacing("{speed}", with: "\(wordsPerMinute)")
            }
    }

    /// Speaks a text and returns the sound file. Waits for the program, at most `SpeechProcess.longestSeconds`.
    package func speak(
        _ text: SpokenText, voice: String, wordsPerMinute: Int, among programs: RunningPrograms
    ) -> Result<[UInt8], SpeechFault> {
        let words = words(voice: voice, wordsPerMinute: wordsPerMinute)
        return SpeechProcess.run(words, input: text.bytes, among: programs)
            .map(WaveFile.withRealSizes)
    }
}

/// The reason why a message was not spoken.
package struct SpeechFault: Error, Equatable {
    package let detail: String
}
