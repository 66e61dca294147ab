"""Counts the bytes that a page fetches, with their HTTP heads, as the browser reports them."""

import time


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

    def settle(self, seconds=20):
        """Waits until all requests have ended and no new one begins."""
        end, quiet = time.monotonic() + seconds, 0
        while quiet < 5:
            known = len(self.addresses)
            self.page.wait_for_timeout(100)
            is_open = self.addresses.keys() - self.sizes.keys() - self.failed
            quiet = 0 if is_open or known < len(self.addresses) else quiet + 1
            assert time.monotonic() < end, [self.addresses[number] for number in is_open]

    def total(self, counts=lambda url: True, heads=True):
        """The bytes of all responses from the addresses that count, with their heads or without."""
        return sum(size - (0 if heads else self.heads.get(number, 0))
                   for number, size in self.sizes.items() if counts(self.addresses[number]))
