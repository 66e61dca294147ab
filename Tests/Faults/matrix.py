"""A table of the outcomes of faults: a row for each place and fault, a column for each outcome."""

import collections
import threading

GOOD = ["no effect", "told", "died"]
BAD = ["lost", "doubled", "wrong", "changed", "untold", "wordless", "stuck", "crashed", "hung"]
SHOWN_OF_EACH = 1


class Matrix:
    """Counts outcomes, from several threads."""

    def __init__(self, title):
        self.title = title
        self.lock = threading.Lock()
        self.counts = collections.defaultdict(collections.Counter)
        self.examples = collections.defaultdict(list)
        self.broken = 0

    def note(self, case, outcome, particulars=""):
        row = case.scenario.name, case.fault
        with self.lock:
            self.counts[row][outcome] += 1
            if outcome in GOOD:
                return
            self.broken += 1
            if len(self.examples[row[0], outcome]) < SHOWN_OF_EACH:
                self.examples[row[0], outcome].append(f"{case}: {particulars[:600]}")

    def columns(self):
        found = {outcome for row in self.counts.values() for outcome in row}
        return GOOD + [outcome for outcome in BAD if outcome in found]

    def markdown(self):
        columns = self.columns()
        lines = ["| where | fault | " + " | ".join(columns) + " |",
                 "| --- | --- |" + " ---: |" * len(columns)]
        for (where, fault), row in sorted(self.counts.items()):
            cells = [str(row[column] or "–") for column in columns]
            lines.append(f"| {where} | {fault} | " + " | ".join(cells) + " |")
        return "\n".join(lines) + "\n"

    def report(self):
        lines = [example for found in self.examples.values() for example in found]
        total = sum(sum(row.values()) for row in self.counts.values())
        return "\n".join([*lines, self.markdown(),
                          f"{self.title}: {total} tried, {self.broken} promises broken"])
