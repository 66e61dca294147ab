"""The files for Prometheus, Grafana, systemd and Docker, checked by their own programs."""

import json
import pathlib
import re
import shutil
import subprocess

import pytest

from harness.server import ROOT, Server

ALERTS = ROOT / "deploy/alerts.yaml"
METRIC = re.compile(r"\bovation_[a-z_]+")
SUFFIX = re.compile(r"_(bucket|sum|count)$")


def check(*command, stdin=None):
    done = subprocess.run(command, input=stdin, capture_output=True, text=True, check=False,
                          timeout=60, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def metrics(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("watching") / "data") as server:
        server.post("/v1/rooms/main/gifts", {"sender": "Ann", "gift": "Rose"})
        return server.get("/metrics").body.decode()


def names(text):
    return {SUFFIX.sub("", name) for name in METRIC.findall(text)}


def families(metrics):
    return set(re.findall(r"^# TYPE (\S+)", metrics, re.MULTILINE))


def test_prometheus_accepts_the_metrics(metrics):
    check("promtool", "check", "metrics", stdin=metrics)
    for name in ("ovation_disk_free_bytes", "ovation_memory_bytes", "ovation_journal_file_bytes"):
        assert int(re.search(rf"^{name} (\d+)$", metrics, re.MULTILINE)[1]) > 0, name
    assert re.search(r"^ovation_ready 1$", metrics, re.MULTILINE)
    assert re.search(r"^ovation_assets_bytes 0$", metrics, re.MULTILINE)
    assert re.search(r"^ovation_assets_limit_bytes 1073741824$", metrics, re.MULTILINE)
    assert re.search(r'^ovation_queue_length\{rooms="unseen"\} \d+$', metrics, re.MULTILINE)


def test_alert_rules_are_valid_and_use_existing_metrics(metrics):
    check("promtool", "check", "rules", str(ALERTS))
    assert names(re.sub("#.*", "", ALERTS.read_text())) <= families(metrics)


def test_alerts_fire_when_they_should_and_only_then():
    check("promtool", "test", "rules", str(ROOT / "Tests/Deploy/alerts_test.yaml"))


def test_the_documentation_says_what_to_do_about_each_alert():
    alerts = re.findall(r"- alert: (\w+)", ALERTS.read_text())
    page = (ROOT / "docs/watching.md").read_text()
    parts = dict(re.findall(r"^### (\w+)\n\n(.+?)(?=^#|\Z)", page, re.MULTILINE | re.DOTALL))
    assert alerts and set(parts) == set(alerts)
    assert all(len(part) > 100 for part in parts.values())


def test_the_dashboard_uses_existing_metrics_and_all_metrics_of_alerts(metrics):
    text = (ROOT / "deploy/grafana.json").read_text()
    dashboard = json.loads(text)
    asked = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    assert names(" ".join(asked)) <= families(metrics)
    # The dashboard shows every metric that an alert uses.
    assert names(re.sub("#.*", "", ALERTS.read_text())) <= names(text)
    places = [tuple(panel["gridPos"][key] for key in "xy") for panel in dashboard["panels"]]
    assert len(set(places)) == len(places)


def test_containers_have_no_capabilities_and_write_only_their_volumes():
    text = (ROOT / "deploy/compose.yaml").read_text()
    services = re.findall(r"^  (\w+):\n((?:    .*\n|\n)+)", text, re.MULTILINE)
    parts = {name: part for name, part in services if "image:" in part}
    assert set(parts) == {"ovation", "proxy"}
    for name, part in parts.items():
        for line in ("read_only: true", "cap_drop: [ALL]", "no-new-privileges:true"):
            assert line in part, (name, line)
    # Only this machine reaches the server itself.
    assert re.findall(r'- "([^"]*8080)"', parts["ovation"]) == ["127.0.0.1:8080:8080"]


@pytest.mark.parametrize("file", ["compose.yaml", "cluster/compose.yaml"])
def test_docker_compose_accepts_the_compose_files(file, tmp_path):
    text = check("docker-compose", "--file", str(ROOT / "deploy" / file), "--profile", "proxy", "config")
    # The files of this repository that it mounts exist.
    places = re.findall(rf"{ROOT}\S*?(?=:/|\n)", text)
    assert places and all(pathlib.Path(place).exists() for place in places), places
    # It refuses a wrong file.
    wrong = tmp_path / "compose.yaml"
    wrong.write_text((ROOT / "deploy" / file).read_text().replace("image:", "imagine:"))
    done = subprocess.run(["docker-compose", "--file", wrong, "config", "--quiet"], check=False,
                          capture_output=True, timeout=60)
    assert done.returncode != 0


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd here")
def test_systemd_accepts_the_units_and_rates_them_as_hardened(tmp_path):
    root = tmp_path / "root"
    units = root / "etc/systemd/system"
    units.mkdir(parents=True)
    for unit in [*ROOT.glob("deploy/*.service"), *ROOT.glob("deploy/*.timer"),
                 ROOT / "deploy/cluster/ovation-archive.service"]:
        shutil.copy(unit, units)
    for path in ("usr/bin/ovation", "bin/sh"):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("#!/bin/sh\n")
        (root / path).chmod(0o755)
    for name in ("sysinit", "basic", "multi-user", "timers", "shutdown", "network", "network-online"):
        (units / f"{name}.target").write_text(f"[Unit]\nDescription={name}\n")
    for name in ("ovation.service", "ovation-backup.service", "ovation-backup.timer",
                 "ovation-archive.service"):
        said = check("systemd-analyze", "verify", f"--root={root}", "--man=no", name)
        assert name not in said, said
    # A lower threshold means that a compromised program can do less; 100 is without any protection.
    for name, most in [("ovation.service", 25), ("ovation-backup.service", 40),
                       ("cluster/ovation-archive.service", 25)]:
        check("systemd-analyze", "security", "--offline=true", f"--threshold={most}",
              str(ROOT / "deploy" / name))
