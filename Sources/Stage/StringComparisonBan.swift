#if TEXTS_ONLY

    /// Makes comparing `String` values a compile error, because Swift treats canonically equivalent texts as equal.
    ///
    /// Text from outside is a `Text`. Every target that handles text from outside has a link to this file
    /// (`script/lint` checks this). Tests may compare strings, so their build leaves this file empty.
    extension String {
        @available(*, deprecated, message: "compare texts as Text")
        static func == (left: String, right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }

        @available(*, deprecated, message: "compare texts as Text")
        static func != (left: String, right: String) -> Bool {
            !left.utf8.elementsEqual(right.utf8)
        }

        @available(*, deprecated, message: "compare texts as Text")
        static func < (left: String, right: String) -> Bool {
            left.utf8.lexicographicallyPrecedes(right.utf8)
        }

        @available(*, deprecated, message: "use Text.begins(with:)")
        func hasPrefix(_ start: String) -> Bool { utf8.starts(with: start.utf8) }

        @available(*, deprecated, message: "compare texts as Text")
        func hasSuffix(_ end: String) -> Bool { utf8.reversed().starts(with: end.utf8.reversed()) }

        @available(*, deprecated, message: "use Text.asciiLowercased")
        func lowercased() -> String { self }

        @available(*, deprecated, message: "use Text.asciiLowercased")
        func uppercased() -> String { self }
    }

    extension Substring {
        @available(*, deprecated, message: "compare texts as Text")
        static func == (left: Substring, right: Substring) -> Bool {
            left.utf8.elementsEqual(right.utf8)
        }
    }

    extension Sequence<String> {
        @available(*, deprecated, message: "compare texts as Text")
        func contains(_ element: String) -> Bool {
            contains { $0.utf8.elementsEqual(element.utf8) }
        }
    }

    @available(*, deprecated, message: "compare texts as Text")
    func ~= (pattern: String, value: String) -> Bool { pattern.utf8.elementsEqual(value.utf8) }

#endif
