package import Speech

/// The origin of the spoken messages of alerts.
package enum SpeechSource: Sendable {
    case command(SpeechCommand)
    /// Clients post the spoken messages.
    case clients
    /// The server records that alerts have no speech.
    case none
}
