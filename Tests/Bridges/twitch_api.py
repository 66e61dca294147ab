"""The parts of Twitch's API that the library uses, on loopback: subscriptions and the EventSub socket."""

import asyncio
import threading

from aiohttp import web

from harness.waiting import wait_for_async


class TwitchAPI:
    """
    Plays a session: each connection is welcomed, waits for `wanted` subscriptions and until `listened` is set, is
    sent the next list of `scripts` and closed, but for the last.
    """

    def __init__(self, scripts, wanted):
        self.scripts = list(scripts)
        self.wanted = wanted
        self.subscribed = []
        self.connections = 0
        # The client sets it once it knows its first subscriptions.
        self.listened = threading.Event()
        self.loop = asyncio.new_event_loop()
        self.ready = threading.Event()

    def __enter__(self):
        threading.Thread(target=self._run, daemon=True).start()
        assert self.ready.wait(10)
        return self

    def __exit__(self, *_):
        asyncio.run_coroutine_threadsafe(self.runner.cleanup(), self.loop).result(10)
        self.loop.call_soon_threadsafe(self.loop.stop)

    def _run(self):
        asyncio.set_event_loop(self.loop)
        self.loop.run_until_complete(self._start())
        self.loop.run_forever()

    async def _start(self):
        app = web.Application()
        app.add_routes([
            web.post("/helix/eventsub/subscriptions", self.subscribe),
            web.get("/helix/eventsub/subscriptions", self.subscriptions), web.get("/ws", self.socket),
            web.get("/oauth2/validate", self.validate),
        ])
        self.runner = web.AppRunner(app, shutdown_timeout=1)
        await self.runner.setup()
        site = web.TCPSite(self.runner, "127.0.0.1", 0)
        await site.start()
        port = site._server.sockets[0].getsockname()[1]
        self.http = f"http://127.0.0.1:{port}/helix/"
        self.auth = f"http://127.0.0.1:{port}/oauth2/"
        self.ws = f"http://127.0.0.1:{port}/ws"
        self.ready.set()

    async def subscribe(self, request):
        assert request.headers["Authorization"] == "Bearer token" and request.headers["Client-ID"] == "app"
        wanted = await request.json()
        self.subscribed.append(wanted)
        return web.json_response({"data": [{"id": wanted["type"], "status": "enabled"}]}, status=202)

    async def validate(self, request):
        assert request.headers["Authorization"] == "OAuth token"
        return web.json_response({"client_id": "app", "login": "mia", "scopes": [], "user_id": "1337", "expires_in": 5000})

    async def subscriptions(self, _):
        return web.json_response({"total": len(self.subscribed), "data": [
            {"id": one["type"], "status": "enabled", "type": one["type"], "version": one["version"],
             "condition": one["condition"], "transport": one["transport"], "cost": 0,
             "created_at": "2026-11-21T10:00:00Z"} for one in self.subscribed]})

    async def socket(self, request):
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self.connections += 1
        await socket.send_json({
            "metadata": {"message_id": "w", "message_type": "session_welcome"},
            "payload": {"session": {"id": f"session-{self.connections}", "status": "connected",
                                    "keepalive_timeout_seconds": 4, "reconnect_url": None}}})
        await wait_for_async(lambda: len(self.subscribed) >= self.wanted * self.connections)
        await wait_for_async(self.listened.is_set)
        for frame in self.scripts.pop(0):
            await socket.send_json(frame)
        while not self.scripts and not socket.closed:
            await socket.send_json({"metadata": {"message_id": "k", "message_type": "session_keepalive"}, "payload": {}})
            try:
                await socket.receive(timeout=0.3)
            except asyncio.TimeoutError:
                pass
        await socket.close()
        return socket
