"""A small client of a table's API, to read and to copy from: scores now, matches, exports, and following the game.

    python examples/api_client.py http://127.0.0.1:8080 scores
    python examples/api_client.py http://127.0.0.1:8080 matches
    python examples/api_client.py http://127.0.0.1:8080 export 3 mjai > match-3.mjai.jsonl
    python examples/api_client.py http://127.0.0.1:8080 standings
    python examples/api_client.py http://127.0.0.1:8080 follow          # needs the package `websockets`

Everything it asks for is described in `/openapi.json` and in docs/api.md. What changes something at the table (POST)
also needs the header `X-Jantaku: 1` and a session: see `TableApi.post` and `sign_in`.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from http.cookiejar import CookieJar
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

TIMEOUT_SECONDS = 10


class ApiError(Exception):
    """The table refused, or cannot be reached; the text says why."""


class TableApi:
    """One table. Keeps its session in a cookie, as a browser does."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")
        self._opener = build_opener(HTTPCookieProcessor(CookieJar()))

    def get(self, path: str) -> Any:
        """What the table answers to a GET, as JSON."""
        return json.loads(self.text(path))

    def text(self, path: str) -> str:
        """What the table answers to a GET, as text."""
        return self._send(Request(self.address + path))  # noqa: S310 - whoever calls names the table

    def post(self, path: str, body: dict[str, Any]) -> Any:
        """What the table answers to a POST of JSON."""
        headers = {"Content-Type": "application/json", "X-Jantaku": "1"}
        answer = self._send(Request(self.address + path, json.dumps(body).encode(), headers))  # noqa: S310
        return json.loads(answer) if answer else None

    def sign_in(self, name: str, pin: str) -> None:
        """Become referee or admin from now on."""
        self.post("/api/access/pin", {"name": name, "pin": pin})

    def follow(self) -> Iterator[dict[str, Any]]:
        """The public view after each change, for ever. A slow reader misses steps, never the end."""
        from websockets.sync.client import connect  # noqa: PLC0415 - the rest needs nothing but Python

        scheme = "wss" if self.address.startswith("https") else "ws"
        with connect(f"{scheme}://{urlsplit(self.address).netloc}/ws") as socket:
            for message in socket:
                told = json.loads(message)
                if told["type"] == "view":
                    yield told["view"]

    def _send(self, request: Request) -> str:
        try:
            with self._opener.open(request, timeout=TIMEOUT_SECONDS) as answer:
                text: str = answer.read().decode()
                return text
        except HTTPError as error:
            raise ApiError(f"{error.code}: {_detail(error.read().decode())}") from None
        except URLError as error:
            raise ApiError(f"cannot reach {self.address}: {error.reason}") from None


def _detail(body: str) -> str:
    try:
        return str(json.loads(body)["detail"])
    except (ValueError, KeyError, TypeError):
        return body


def score_lines(view: dict[str, Any]) -> Iterator[str]:
    """The deal and the four scores of a public view."""
    deal = view["round"]
    yield "no deal" if deal is None else f"{deal['wind']}{deal['number']}.{deal['honba']}, {view['stage']}"
    for seat in sorted(view["seats"], key=lambda seat: -seat["score"]):
        name = seat["name"] + "*" * seat["marks"]
        riichi = " riichi" if seat["riichi"] else ""
        yield f"  {seat['place']}  {name} ({seat['wind']}){riichi}: {seat['score']:,}"


def match_lines(matches: list[dict[str, Any]]) -> Iterator[str]:
    """A line a match, newest first."""
    for match in matches:
        order = sorted(match["seats"], key=lambda seat: seat["place"] or 0)
        people = ", ".join(f"{seat['name'] or '-'} {seat['score'] or ''}".strip() for seat in order)
        yield f"{match['number']:>4}  {match['started'][:16]}  {match['rules']:<20} {match['state']:<10}  {people}"


def main(words: list[str] | None = None) -> int:
    """Do what the command line says; exit code 0, or 1 with the table's own words."""
    parser = argparse.ArgumentParser(description="Ask a Jantaku table.")
    parser.add_argument("address", help="http://127.0.0.1:8080, for example")
    actions = parser.add_subparsers(dest="action", required=True)
    for name in ("scores", "matches", "standings", "follow"):
        actions.add_parser(name)
    export = actions.add_parser("export")
    export.add_argument("match", type=int)
    export.add_argument("format", choices=("mjai", "tenhou", "csv", "json"))
    args = parser.parse_args(words)
    try:
        for line in _lines(TableApi(args.address), args):
            print(line, flush=True)
    except ApiError as error:
        print(error, file=sys.stderr)
        return 1
    except (KeyboardInterrupt, BrokenPipeError):
        return 0
    return 0


def _lines(table: TableApi, args: argparse.Namespace) -> Iterator[str]:
    match args.action:
        case "scores":
            yield from score_lines(table.get("/api/view"))
        case "matches":
            yield from match_lines(table.get("/api/matches?limit=200")["matches"])
        case "standings":
            for player in table.get("/api/standings")["players"]:
                yield f"{player['name']:<24} {player['rating']:>5}  {player['rank']}"
        case "export":
            yield table.text(f"/api/matches/{args.match}/export/{quote(args.format)}").rstrip("\n")
        case "follow":
            for view in table.follow():
                yield from score_lines(view)


if __name__ == "__main__":
    sys.exit(main())
