"""Counts the bytes that a page fetches, with their HTTP heads, as the browser reports them."""

from harness.waiting import pause_of, wait_for


class Wire:
    """Records the requests of a page and its frames from now on."""

    def __init__(self, page):
        self.page = page
        self.network = page.context.new_cdp_session(page)
        # The address, the bytes of the head and all bytes, by the request's number.
        self.addresses, self.heads, self.sizes = {}, {}, {}
        self.failed = set()
        self.network.on("Network.requestWillBeSent", self._sent)
        self.network.on("Network.responseReceived", self._answered)
        self.network.on("Network.loadingFinished", self._finished)
        self.network.on("Network.loadingFailed", lambda event: self.failed.add(event["requestId"]))
        self.network.send("Network.enable")

    def _sent(self, event):
        self.addresses[event["requestId"]] = event["request"]["url"]

    def _answered(self, event):
        self.heads[event["requestId"]] = event["response"]["encodedDataLength"]

    def _finished(self, event):
        self.sizes[event["requestId"]] = event["encodedDataLength"]

    def slow(self, milliseconds, bytes_a_second):
        """Emulates a slow network."""
        self.network.send("Network.emulateNetworkConditions", {
            "offline": False, "latency": milliseconds, "downloadThroughput": bytes_a_second,
            "uploadThroughput": bytes_a_second})

    def settle(self):
        """Waits until all requests have ended, and for half a second no other has begun."""
        counts = []

        def is_quiet():
            counts.append(len(self.addresses) if not self.open() else None)
            return counts[-6:] == [len(self.addresses)] * 6

        wait_for(is_quiet, lambda: f"answers from {self.open()}", pause=pause_of(self.page), every=0.1)

    def open(self):
        """The addresses of the requests that have not ended."""
        return [self.addresses[number] for number in self.addresses.keys() - self.sizes.keys() - self.failed]

    def total(self, counts=lambda url: True, heads=True):
        """The bytes of all responses from the addresses that count, with their heads or without."""
        return sum(size - (0 if heads else self.heads.get(number, 0))
                   for number, size in self.sizes.items() if counts(self.addresses[number]))
