import Foundation
import Glibc

// libFuzzer has the program's main function and calls these two functions.

/// If OVATION_FUZZ_SEEDS names a directory, writes the target's seeds there, writes their words
/// to a dictionary file beside it, and exits.
@_cdecl("LLVMFuzzerInitialize")
public func begin(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>>>
) -> Int32 {
    guard let name = getenv("OVATION_FUZZ_SEEDS") else { return 0 }
    let directory = URL(fileURLWithPath: String(cString: name))
    do {
        for (index, seed) in selected.seeds.enumerated() {
            try Data(seed).write(to: directory.appendingPathComponent("seed-\(index)"))
        }
        try Data(dictionary.utf8).write(to: directory.appendingPathExtension("words"))
    } catch {
        fatalError("\(error)")
    }
    exit(0)
}

/// Runs the target on one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func feed(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    selected.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}

/// The words of the seeds in libFuzzer's format, each plain and as a JSON key.
private var dictionary: String {
    var words: Set<String> = ["-", "e", "\\\\u", "0.5", "1e9", "99999999999"]
    for seed in selected.seeds {
        for word in seed.split(whereSeparator: { !$0.isWordCharacter }) {
            words.insert(String(decoding: word, as: UTF8.self))
        }
    }
    return words.sorted().flatMap { ["\"\($0)\"\n", "\"\\\"\($0)\\\":\"\n"] }.joined()
}

extension UInt8 {
    fileprivate var isWordCharacter: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}

private let selected: Target = {
    let name = getenv("OVATION_FUZZ").map { String(cString: $0) } ?? ""
    guard let target = Target.named(name) else {
        fatalError("OVATION_FUZZ must be one of \(Target.all.map(\.name))")
    }
    return target
}()
