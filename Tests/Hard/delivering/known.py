"""Forms of deliveries that the server misreads today. They are not sent; remove an entry with the fix."""

# A power-up without a text makes a caption with an empty message (Twitch.swift, "channel.bits.use").
POWER_UP_WITHOUT_TEXT = "power-up without a text, in a room that shows messages"
# An empty display name hides the login: the sender is shown as anonymous (JSON+Finding.swift, `first`).
EMPTY_NAME = "empty display name"
LEFT_OUT = {POWER_UP_WITHOUT_TEXT, EMPTY_NAME}
