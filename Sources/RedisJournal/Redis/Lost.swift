/// The error of a connection to Redis that was lost or never made.
struct Lost: Error {
    let reason: String

    /// The error if the log has already connected to a newer run of Redis.
    static let overtaken = Lost(reason: "another Redis is in its place")
}
