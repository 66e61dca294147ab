// What comes from outside is a `Text`, never a `String`: the compiler refuses here what a `String`
// would compare by its looks. Every target that knows what comes from outside has a link to this
// file (`script/lint` sees to it). Tests, which may compare as they like, are never built so.
#if TEXTS_ONLY && !TESTING

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
