"""The proxy's settings: nginx takes them, and its log lets nobody in."""

from __future__ import annotations

import http.client
import http.server
import re
import shutil
import ssl
import subprocess
import threading
import time

import pytest

from tests.app.running import ROOT, free_port

pytestmark = pytest.mark.skipif(
    shutil.which("nginx") is None or shutil.which("openssl") is None,
    reason="nginx and openssl are not installed",
)
CODE, TOKEN = "K7WQ2M", "abcdefTOKENuvwxyz"


class Echo(http.server.BaseHTTPRequestHandler):
    """Answers with what the proxy said of the caller."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(f"{self.headers['X-Forwarded-Port']} {self.headers['X-Forwarded-Proto']}".encode())

    def log_message(self, *_args: object) -> None:
        pass


@pytest.fixture
def proxy(tmp_path):
    """nginx with the project's settings in front of a server that echoes; its plain and its TLS port."""
    inner = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Echo)
    threading.Thread(target=inner.serve_forever, daemon=True).start()
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost",
         "-keyout", tmp_path / "key.pem", "-out", tmp_path / "cert.pem"],
        check=True, capture_output=True,
    )  # fmt: skip
    plain, secure = free_port(), free_port()
    text = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    text = re.sub(r"listen \[::\][^;]*;", "", text)
    text = text.replace("listen 80;", f"listen {plain};").replace("listen 443 ssl;", f"listen {secure} ssl;")
    text = text.replace("127.0.0.1:8000", f"127.0.0.1:{inner.server_port}")
    text = re.sub(r"/etc/letsencrypt/live/\S+/fullchain.pem", str(tmp_path / "cert.pem"), text)
    text = re.sub(r"/etc/letsencrypt/live/\S+/privkey.pem", str(tmp_path / "key.pem"), text)
    text = text.replace("/var/log/nginx", str(tmp_path))
    (tmp_path / "nginx.conf").write_text(
        f"pid {tmp_path}/nginx.pid; error_log {tmp_path}/main.log; daemon off;\nuser root;\n"
        f"events {{ worker_connections 64; }}\nhttp {{\n"
        + "".join(
            f"{kind}_temp_path {tmp_path}/{kind};\n"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        + text
        + "\n}\n"
    )
    command = ["nginx", "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")]
    checked = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        yield plain, secure
    finally:
        process.terminate()
        process.wait(10)
        inner.shutdown()


def ask(port: int, path: str, **headers: str) -> tuple[http.client.HTTPResponse, str]:
    """Ask over TLS, as soon as the proxy listens."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    for _ in range(100):
        connection = http.client.HTTPSConnection("localhost", port, context=context, timeout=10)
        try:
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            return answer, answer.read().decode()
        except ConnectionRefusedError:
            time.sleep(0.05)
        finally:
            connection.close()
    raise AssertionError("nginx does not listen")


def test_it_speaks_tls_overwrites_the_port_and_keeps_codes_out_of_its_log(proxy, tmp_path):
    plain, secure = proxy
    answer, said = ask(secure, f"/t/{CODE}/sheet?show=1", **{"X-Forwarded-Port": "12345"})
    assert said == f"{secure} https"
    assert "max-age=" in (answer.getheader("Strict-Transport-Security") or "")
    for path in (
        f"/t/{CODE}", f"/j/{CODE}", f"/j/{CODE}/seat/anna/{TOKEN}", f"/j/{CODE}/keeper/{TOKEN}", f"/s/{TOKEN}",
        f"/s/{TOKEN}/board.svg", f"/api/v1/tables/{CODE}/entries?after=3", f"/rulings?q={TOKEN}", "/healthz",
    ):  # fmt: skip
        assert ask(secure, path)[0].status == 200
    connection = http.client.HTTPConnection("localhost", plain, timeout=10)
    connection.request("GET", f"/t/{CODE}", headers={"Host": "localhost"})
    moved = connection.getresponse()
    assert (moved.status, moved.getheader("Location")) == (301, f"https://localhost/t/{CODE}")
    deadline = time.monotonic() + 10
    log = tmp_path / "stationmaster.log"
    while log.read_text().count("\n") < 10 and time.monotonic() < deadline:
        time.sleep(0.05)
    everything = "".join(path.read_text() for path in tmp_path.glob("*.log"))
    assert "/t/*/sheet" in everything
    assert "/api/v1/tables/*/entries" in everything
    assert CODE not in everything
    assert TOKEN not in everything
