"""A room of a server, by the names of its routes."""


class Room:
    def __init__(self, server, name):
        self.server = server
        self.name = name

    def send(self, method, part, body=None, status=202):
        """The document of an answer with this status."""
        answer = self.server.request(method, f"/v1/rooms/{self.name}/{part}", body)
        assert answer.status == status, answer
        return answer.json

    def gift(self, sender, gift, count=1):
        return self.send("POST", "gifts", {"sender": sender, "gift": gift, "count": count})

    def call(self, user):
        return self.send("POST", "calls", {"user": user})["id"]

    def configure(self, patch):
        self.send("PATCH", "config", patch, status=200)

    def nodes(self):
        return {node["id"]: node for node in self.frame()["nodes"]}

    def frame(self):
        return self.send("GET", "frame", status=200)
