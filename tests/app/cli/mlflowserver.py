# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A stand-in for an MLflow server: answers as its REST interface (version 2.0) does and keeps what it was told. Prints its port.

    PYTHON mlflowserver.py KEPT.json [--refuse PATH] [--elsewhere]

--refuse answers requests whose path ends with PATH with an error of the server; --elsewhere has files go to an object store.
"""
import argparse
import http.server
import json
import urllib.parse

PREFIX = "/api/2.0/mlflow/"
FILES = "/api/2.0/mlflow-artifacts/artifacts/"


class Server(http.server.BaseHTTPRequestHandler):
    kept: dict = {"experiments": {}, "runs": {}, "files": {}, "authorization": ""}

    def log_message(self, *_: object) -> None:
        pass

    def answer(self, code: int, body: dict) -> None:
        with open(options.kept, "w", encoding="utf-8") as file:  # before anybody can ask what is in it
            json.dump(self.kept, file)
        data = json.dumps(body).encode()
        self.send_response(code)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def body(self) -> bytes:
        return self.rfile.read(int(self.headers.get("Content-Length", 0)))

    def do_GET(self) -> None:
        name = urllib.parse.parse_qs(urllib.parse.urlparse(self.path).query)["experiment_name"][0]
        if name in self.kept["experiments"]:
            return self.answer(200, {"experiment": {"experiment_id": self.kept["experiments"][name], "name": name}})
        self.answer(404, {"error_code": "RESOURCE_DOES_NOT_EXIST", "message": f"no experiment {name}"})

    def do_PUT(self) -> None:
        self.kept["files"][urllib.parse.unquote(self.path.removeprefix(FILES))] = len(self.body())
        self.answer(200, {})

    def do_POST(self) -> None:
        asked, what = json.loads(self.body()), self.path.removeprefix(PREFIX)
        self.kept["authorization"] = self.headers.get("Authorization", "")
        if options.refuse and what.endswith(options.refuse):
            return self.answer(400, {"error_code": "INVALID_PARAMETER_VALUE", "message": "refused on purpose"})
        getattr(self, what.replace("/", "_").replace("-", "_"))(asked)

    def experiments_create(self, asked: dict) -> None:
        self.kept["experiments"][asked["name"]] = str(len(self.kept["experiments"]) + 1)
        self.answer(200, {"experiment_id": self.kept["experiments"][asked["name"]]})

    def runs_create(self, asked: dict) -> None:
        run = f"run{len(self.kept['runs'])}"
        self.kept["runs"][run] = {"name": asked["run_name"], "experiment": asked["experiment_id"], "tags": {tag["key"]: tag["value"] for tag in asked["tags"]},
                                  "params": {}, "metrics": {}, "status": "RUNNING"}
        place = f"s3://bucket/{run}" if options.elsewhere else f"mlflow-artifacts:/{asked['experiment_id']}/{run}/artifacts"
        self.answer(200, {"run": {"info": {"run_id": run, "artifact_uri": place}}})

    def runs_log_batch(self, asked: dict) -> None:
        run = self.kept["runs"][asked["run_id"]]
        run["params"] |= {entry["key"]: entry["value"] for entry in asked.get("params", [])}
        run["metrics"] |= {entry["key"]: entry["value"] for entry in asked.get("metrics", [])}
        self.answer(200, {})

    def runs_update(self, asked: dict) -> None:
        self.kept["runs"][asked["run_id"]]["status"] = asked["status"]
        self.answer(200, {})


parser = argparse.ArgumentParser()
parser.add_argument("kept")
parser.add_argument("--refuse", default="")
parser.add_argument("--elsewhere", action="store_true")
options = parser.parse_args()
server = http.server.HTTPServer(("127.0.0.1", 0), Server)
print(server.server_port, flush=True)
server.serve_forever()
