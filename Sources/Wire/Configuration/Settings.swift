import Stage

extension Setting where Root == StageConfiguration {
    static let stage: [Setting] = [
        .size("width", \.width, from: 1),
        .size("height", \.height, from: 1),
        .viewerWait("waitForViewer", \.waitForViewer),
    ]
}

extension Setting where Root == GiftsConfiguration {
    static let gifts: [Setting] = [
        .flag("enabled", \.enabled),
        .position("x", \.x),
        .position("y", \.y),
        .integer("channels", \.channels, 1...GiftsConfiguration.channelLimit),
        .size("width", \.width),
        .size("height", \.height),
        .size("gap", \.gap),
        .duration("entrance", \.entrance),
        .scale("popScale", \.popScale),
        .scale("dipScale", \.dipScale),
        .duration("pop", \.pop),
        .duration("settle", \.settle),
        .damping("settleDamping", \.settleDamping),
        .number("settleVelocity", \.settleVelocity, -1000...1000),
        .duration("linger", \.linger),
        .number("hurry", \.hurry, 0...10000),
        .duration("exit", \.exit),
        .position("exitShift", \.exitShift),
        .duration("turn", \.turn),
        .integer("queueLimit", \.queueLimit, 0...10000),
        .integer("catchUpFrom", \.catchUpFrom, 0...1_000_000),
        .integer("catchUpDivisor", \.catchUpDivisor, 1...1_000_000),
    ]
}

extension Setting where Root == TickerConfiguration {
    static let ticker: [Setting] = [
        .flag("enabled", \.enabled),
        .position("x", \.x),
        .position("y", \.y),
        .size("width", \.width),
        .size("height", \.height),
        .position("entryX", \.entryX),
        .position("entryY", \.entryY),
        .size("margin", \.margin),
        .integer("rows", \.rows, 1...100),
        .duration("entrance", \.entrance),
        .duration("pan", \.pan),
        .duration("tick", \.tick),
        .integer("steps", \.steps, 1...1000),
        .scale("popScale", \.popScale),
        .scale("dipScale", \.dipScale),
        .duration("pop", \.pop),
        .duration("settle", \.settle),
        .damping("settleDamping", \.settleDamping),
        .number("settleVelocity", \.settleVelocity, -1000...1000),
        .duration("linger", \.linger),
        .duration("fade", \.fade),
        .integer("queueLimit", \.queueLimit, 0...10000),
    ]
}

extension Setting where Root == CountersConfiguration {
    static let counters: [Setting] = [
        .flag("enabled", \.enabled),
        .position("x", \.x),
        .position("y", \.y),
        .size("height", \.height),
        .size("gap", \.gap),
        .integer("max", \.max, 1...100),
    ]
}

extension Setting where Root == CaptionsConfiguration {
    static let captions: [Setting] = [
        .flag("enabled", \.enabled),
        .position("x", \.x),
        .position("y", \.y),
        .size("height", \.height),
        .size("gap", \.gap),
        .choice("align", \.align),
        .integer("max", \.max, 1...100),
    ]
}

extension Setting where Root == CallsConfiguration {
    static let calls: [Setting] = [
        .flag("enabled", \.enabled),
        .position("y", \.y),
        .position("top", \.top),
        .size("width", \.width),
        .size("height", \.height),
        .size("pitch", \.pitch),
        .integer("max", \.max, 1...100),
        .duration("entrance", \.entrance),
        .duration("vanish", \.vanish),
        .duration("move", \.move),
        .flag("repetition", \.repetition),
        .choice("repetitionKey", \.repetitionKey),
        .flag("tapVanish", \.tapVanish),
    ]
}
