# SPDX-License-Identifier: Apache-2.0
"""Talks to the Almagest daemon of this user. One file, nothing beyond Python's own library (3.9 or later).

    from almagest import Almagest

    with Almagest() as almagest:
        almagest.index([{"bundle": "org.example.Notes", "type": "Note", "id": "1", "display": {"title": "Oxygen"}}])
        for result in almagest.search("oxygen")["results"]:
            print(result["display"]["title"], result["entity"]["id"])

Every call of the protocol is a method; dots in its name become underscores (`batch.begin` is `batch_begin`).
Parameters are keyword arguments with the protocol's own names; those that are None are left out. Results are the
protocol's, as dictionaries. A call that fails raises `AlmagestError`. Objects may be used from several threads.
"""

from __future__ import annotations

import base64
import json
import os
import queue
import shutil
import socket
import stat
import subprocess
import threading
import time
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Union

__all__ = ["NONE_YET", "Almagest", "AlmagestError", "Batch", "Call", "identifier", "socket_path"]

Json = Dict[str, Any]


class AlmagestError(Exception):
    """What the daemon, or the way to it, refused.

    `name` is stable and made for programs (`invalidEntity`, `connectionClosed`, …), `message` for people; `path` and
    `line` say where in what was sent, `hint` what to do about it.
    """

    def __init__(
        self, name: str, message: str, code: int = 0, path: Optional[str] = None, line: Optional[int] = None,
        hint: Optional[str] = None,
    ) -> None:
        super().__init__(message)
        self.name, self.message, self.code = name, message, code
        self.path, self.line, self.hint = path, line, hint

    def __str__(self) -> str:
        text = f"{self.path}: {self.message}" if self.path else self.message
        return f"{text} ({self.hint})" if self.hint else text

    @classmethod
    def from_reply(cls, error: Any) -> "AlmagestError":
        error = error if isinstance(error, dict) else {}
        data = error.get("data") if isinstance(error.get("data"), dict) else {}
        return cls(
            data.get("name", "internalError"), error.get("message", "The daemon gave no reason."),
            error.get("code", 0), data.get("path"), data.get("line"), data.get("hint"))


def socket_path(path: Optional[str] = None) -> str:
    """Where the daemon's socket is: `path`, else ALMAGEST_SOCKET, else in XDG_RUNTIME_DIR, else in /tmp."""
    named = path or os.environ.get("ALMAGEST_SOCKET")
    if named:
        return os.path.abspath(named)
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    folder = f"{runtime}/almagest" if runtime.startswith("/") else f"/tmp/almagest-{os.geteuid()}"
    try:
        status = os.lstat(folder)
    except FileNotFoundError:
        return f"{folder}/almagest.sock"
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.geteuid() or status.st_mode & 0o077:
        raise AlmagestError(
            "noPermission", f"The folder {folder} must be yours alone.", hint="Name another place with ALMAGEST_SOCKET.")
    return f"{folder}/almagest.sock"


def identifier(bundle: str, type: str, id: str) -> str:
    """The text form of an entity's identifier, as references and `entities` take it."""
    from urllib.parse import quote

    return "/".join(quote(part, safe="-._~") for part in (bundle, type, id))


#: An expected client state: the index is to have none so far.
NONE_YET = object()


class Call:
    """A call on its way. `notifications` yields what comes before its reply; `result` waits for the reply."""

    _END = object()

    def __init__(self, client: "Almagest", id: int, method: str) -> None:
        self._client, self._method, self.id = client, method, id
        self._size = 0
        self._done = threading.Event()
        self._notifications: "queue.SimpleQueue[Any]" = queue.SimpleQueue()
        self._result: Any = None
        self._error: Optional[AlmagestError] = None

    def result(self, timeout: Optional[float] = None) -> Any:
        """The result of the call. After `timeout` seconds it is cancelled and `timedOut` raised."""
        if not self._done.wait(timeout):
            self.cancel()
            self._client._forget(self)
            raise AlmagestError("timedOut", f"{self._method} did not answer within {timeout} seconds.")
        if self._error is not None:
            raise self._error
        return self._result

    def notifications(self, timeout: Optional[float] = None) -> Iterator[Json]:
        """The parameters of `values.partial` and `progress` as they come, until the reply is here."""
        while True:
            try:
                item = self._notifications.get(timeout=timeout)
            except queue.Empty:
                self.cancel()
                raise AlmagestError("timedOut", f"Nothing came for {timeout} seconds.") from None
            if item is Call._END:
                return
            yield item

    def cancel(self) -> None:
        """Tells the daemon that the result is no longer wanted; the call then ends with `cancelled`."""
        if not self._done.is_set():
            self._client.notify("cancel", id=self.id)

    def _finish(self, result: Any, error: Optional[AlmagestError]) -> None:
        self._result, self._error = result, error
        self._done.set()
        self._notifications.put(Call._END)


class Batch:
    """Donations that take effect together when the `with` block ends, or not at all if it raises."""

    def __init__(self, client: "Almagest", id: Any) -> None:
        self._client, self.id, self.seq = client, id, None
        self._is_open = True

    def index(self, entities: Iterable[Json], atomic: bool = False) -> Json:
        return self._client.index(entities, atomic=atomic, batch=self.id)

    def delete(self, bundle: str, **scope: Any) -> Json:
        return self._client.delete(bundle, batch=self.id, **scope)

    def commit(self, client_state: Optional[bytes] = None, expected_client_state: Any = None) -> Json:
        """`expected_client_state` may be NONE_YET. A commit that is refused leaves the batch open."""
        result = self._client.batch_commit(self.id, client_state, expected_client_state)
        self._is_open = False
        self.seq = result.get("seq")
        return result

    def abort(self) -> None:
        self._is_open = False
        self._client.batch_abort(self.id)

    def __enter__(self) -> "Batch":
        return self

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        if self._is_open:
            if kind is not None:
                self.abort()
                return
            try:
                self.commit()
            except AlmagestError:
                if self._client._closed is None:
                    self.abort()
                raise


class Almagest:
    """A connection to the daemon, which is started if it isn't running.

    `path`, `data` and `config` are as on the command line. `provide` answers the daemon's own calls: a function of
    method and parameters that gives the result. `on_notification` gets method and parameters of every notification
    that belongs to no call, such as `changed`. Both are called on a thread of the connection.
    """

    def __init__(
        self, path: Optional[str] = None, *, data: Optional[str] = None, config: Optional[str] = None,
        start: bool = True, daemon: Optional[str] = None, timeout: Optional[float] = 60,
        provide: Optional[Callable[[str, Json], Any]] = None,
        on_notification: Optional[Callable[[str, Json], None]] = None,
    ) -> None:
        self.path = socket_path(path)
        self.timeout = timeout
        self._provide, self._on_notification = provide, on_notification
        self._lock, self._sending = threading.Lock(), threading.Lock()
        self._calls: Dict[int, Call] = {}
        self._next_id = 1
        self._closed: Optional[AlmagestError] = None
        self._incoming: "queue.SimpleQueue[Any]" = queue.SimpleQueue()
        self._socket = self._connect(start, daemon, data, config)
        self._reader = threading.Thread(target=self._read, name="almagest-reader", daemon=True)
        self._reader.start()
        if provide is not None or on_notification is not None:
            threading.Thread(target=self._work, name="almagest-handler", daemon=True).start()

    # The calls of the protocol

    def hello(
        self, bundle: Optional[str] = None, token: Optional[str] = None, provides: Optional[List[str]] = None,
    ) -> Json:
        return self.call("hello", protocol=1, bundle=bundle, token=token, provides=provides)

    def index(
        self, entities: Union[Json, Iterable[Json]], *, atomic: Optional[bool] = None, batch: Any = None,
        session: Any = None,
    ) -> Json:
        """Donates entities, one or many. For more than a message holds, use `index_all`."""
        listed = [entities] if isinstance(entities, dict) else list(entities)
        return self.call("index", entities=listed, atomic=atomic, batch=batch, session=session)

    def index_all(
        self, entities: Iterable[Json], *, chunk: int = 500, in_flight: int = 8, **options: Any,
    ) -> Iterator[Json]:
        """Donates any number of entities in messages of `chunk`, several on their way at once; yields each reply."""
        waiting: List[Call] = []
        part: List[Json] = []
        for entity in entities:
            part.append(entity)
            if len(part) == chunk:
                waiting.append(self.begin("index", entities=part, **options))
                part = []
            if len(waiting) >= in_flight:
                yield waiting.pop(0).result(self.timeout)
        if part:
            waiting.append(self.begin("index", entities=part, **options))
        for call in waiting:
            yield call.result(self.timeout)

    def delete(
        self, bundle: str, *, index: Optional[str] = None, type: Optional[str] = None,
        identifiers: Optional[List[str]] = None, domain: Optional[str] = None, batch: Any = None,
    ) -> Json:
        return self.call(
            "delete", bundle=bundle, index=index, type=type, identifiers=identifiers, domain=domain, batch=batch)

    def batch(self, bundle: Optional[str] = None, index: Optional[str] = None) -> Batch:
        """A batch for a `with` block."""
        return Batch(self, self.batch_begin(bundle, index)["batch"])

    def batch_begin(self, bundle: Optional[str] = None, index: Optional[str] = None) -> Json:
        return self.call("batch.begin", bundle=bundle, index=index)

    def batch_commit(
        self, batch: Any, client_state: Optional[bytes] = None, expected_client_state: Any = None,
    ) -> Json:
        """`expected_client_state` is compared first: bytes, or NONE_YET where the index is to have none so far."""
        expected = NONE_YET if expected_client_state is NONE_YET else _base64(expected_client_state)
        return self.call(
            "batch.commit", batch=batch, clientState=_base64(client_state), expectedClientState=expected)

    def batch_abort(self, batch: Any) -> Json:
        return self.call("batch.abort", batch=batch)

    def client_state(self, bundle: str, index: Optional[str] = None) -> Optional[bytes]:
        state = self.call("clientState", bundle=bundle, index=index).get("clientState")
        return None if state is None else base64.b64decode(state)

    def search(self, query: Optional[str] = None, **options: Any) -> Json:
        """Finds by word and by meaning. `options` are the protocol's: mode, types, where, sort, limit, facets, …"""
        return self.call("search", query=query, **options)

    def suggest(self, prefix: str, **options: Any) -> Json:
        return self.call("suggest", prefix=prefix, **options)

    def find(self, **options: Any) -> Json:
        return self.call("find", **options)

    def find_all(self, **options: Any) -> Iterator[Json]:
        """Every result of `find`, page after page."""
        while True:
            page = self.find(**options)
            yield from page["results"]
            if not page.get("cursor"):
                return
            options["cursor"] = page["cursor"]

    def resolve(self, request: Optional[str] = None, **options: Any) -> Json:
        return self.call("resolve", request=request, **options)

    def values(self, input: Json, **options: Any) -> Json:
        return self.call("values", input=input, **options)

    def values_stream(self, input: Json, **options: Any) -> Call:
        """`values` with its partial results as `notifications()` of the call."""
        return self.begin("values", input=input, stream=True, **options)

    def entities(self, identifiers: List[Any], **options: Any) -> Json:
        return self.call("entities", identifiers=identifiers, **options)

    def reindex(self, **scope: Any) -> Call:
        """Begins a re-index; its progress comes as `notifications()` of the call."""
        return self.begin("reindex", **scope)

    def donate(self, bundle: str, intent: Json, date: Any = None) -> Json:
        return self.call("donate", bundle=bundle, intent=intent, date=date)

    def donate_delete(self, **scope: Any) -> Json:
        return self.call("donate.delete", **scope)

    def relevant_update(self, bundle: str, context: Json, entities: Optional[List[Any]] = None) -> Json:
        return self.call("relevant.update", bundle=bundle, context=context, entities=entities)

    def relevant_remove(self, bundle: str, context: Optional[Json] = None, entities: Optional[List[Any]] = None) -> Json:
        return self.call("relevant.remove", bundle=bundle, context=context, entities=entities)

    def screen_update(
        self, bundle: str, activity: Optional[Json] = None, views: Optional[List[Json]] = None,
        lists: Optional[List[Json]] = None,
    ) -> Json:
        return self.call("screen.update", bundle=bundle, activity=activity, views=views, lists=lists)

    def annotate(self, bundle: str, on: str, entities: Optional[List[Any]] = None) -> Json:
        return self.call("annotate", bundle=bundle, on=on, entities=entities)

    def open(self, entity: Any) -> Json:
        return self.call("open", entity=entity)

    def search_in_app(self, bundle: str, text: str) -> Json:
        return self.call("searchInApp", bundle=bundle, text=text)

    def subscribe(self, **options: Any) -> Json:
        """Changes then come to `on_notification` as `changed`, with the `seq` to give as `after` another time.

        One that does not read for long gets `unsubscribed`, with the `seq` to go on from.
        """
        return self.call("subscribe", **options)

    def unsubscribe(self, **options: Any) -> Json:
        return self.call("unsubscribe", **options)

    def status(self) -> Json:
        return self.call("status")

    def schemas(self, domain: Optional[str] = None) -> Json:
        return self.call("schemas", domain=domain)

    # Any call

    def call(self, method: str, **params: Any) -> Any:
        """Calls and waits for the result, at most the connection's `timeout`."""
        return self.begin(method, **params).result(self.timeout)

    def begin(self, method: str, **params: Any) -> Call:
        """Calls without waiting; several calls may be on their way at once."""
        with self._lock:
            if self._closed is not None:
                raise self._closed
            call = Call(self, self._next_id, method)
            self._next_id += 1
            self._calls[call.id] = call
        try:
            data = _line({"jsonrpc": "2.0", "id": call.id, "method": method, "params": _given(params)})
            call._size = len(data)
            self._send(data)
        except BaseException:
            with self._lock:
                self._calls.pop(call.id, None)
            raise
        return call

    def _forget(self, call: Call) -> None:
        """Nobody waits for it any more; a reply that comes yet is dropped."""
        with self._lock:
            self._calls.pop(call.id, None)

    def notify(self, method: str, **params: Any) -> None:
        self._send(_line({"jsonrpc": "2.0", "method": method, "params": _given(params)}))

    def close(self) -> None:
        self._end(AlmagestError("connectionClosed", "The connection was closed."))

    def __enter__(self) -> "Almagest":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    # The connection

    def _send(self, data: bytes) -> None:
        try:
            with self._sending:
                self._socket.sendall(data)
        except OSError as error:
            closed = AlmagestError("connectionClosed", f"The connection broke: {error.strerror or error}.")
            self._end(closed)
            raise closed from None

    def _read(self) -> None:
        try:
            with self._socket.makefile("rb", buffering=1 << 16) as lines:
                for line in lines:
                    if line.endswith(b"\n"):
                        self._received(json.loads(line))
        except (OSError, ValueError, TypeError, AttributeError, RecursionError):
            pass  # What is no message ends the connection.
        finally:
            self._end(AlmagestError("connectionClosed", "The daemon closed the connection."))

    def _received(self, message: Json) -> None:
        if "method" in message:
            params = message.get("params") or {}
            if "id" not in message and message["method"] in ("values.partial", "progress"):
                with self._lock:
                    call = self._calls.get(params.get("request"))
                if call is not None:
                    call._notifications.put(params)
                    return
            if self._provide is not None or self._on_notification is not None:
                self._incoming.put(message)
            elif "id" in message:
                self._answer(message)
            return
        error = AlmagestError.from_reply(message["error"]) if message.get("error") is not None else None
        with self._lock:
            if error is not None and message.get("id") is None:
                calls = self._unaddressed(error)
            else:
                calls = [self._calls.pop(message.get("id"), None)]
        for call in calls:
            if call is not None:
                call._finish(message.get("result"), error)

    def _unaddressed(self, error: AlmagestError) -> List[Call]:
        """The calls that an error may mean which names none; the others would wait for ever. Holds the lock."""
        if error.name == "tooLarge" and self._calls:
            return [self._calls.pop(max(self._calls.values(), key=lambda call: call._size).id)]
        calls, self._calls = list(self._calls.values()), {}
        if len(calls) > 1:
            error.hint = f"One of {len(calls)} calls is meant, and all of them ended; some may have been carried out."
        return calls

    def _work(self) -> None:
        while True:
            message = self._incoming.get()
            if message is None:
                return
            if "id" in message:
                self._answer(message)
            elif self._on_notification is not None:
                self._on_notification(message["method"], message.get("params") or {})

    def _answer(self, message: Json) -> None:
        reply: Json = {"jsonrpc": "2.0", "id": message["id"]}
        try:
            if self._provide is None:
                raise AlmagestError("unknownMethod", f"There is no method “{message['method']}” on this side.", -32601)
            reply["result"] = self._provide(message["method"], message.get("params") or {})
            json.dumps(reply["result"])
        except AlmagestError as error:
            data = {"name": error.name, "path": error.path, "line": error.line, "hint": error.hint}
            reply["error"] = {"code": error.code or -32603, "message": error.message, "data": _given(data)}
            reply.pop("result", None)
        except Exception as error:  # Whatever the app's own code raises is its caller's to know.
            reply["error"] = {"code": -32603, "message": str(error) or type(error).__name__,
                              "data": {"name": "internalError"}}
            reply.pop("result", None)
        try:
            self._send(_line(reply))
        except AlmagestError:
            pass

    def _end(self, reason: AlmagestError) -> None:
        with self._lock:
            if self._closed is not None:
                return
            self._closed = reason
            calls, self._calls = list(self._calls.values()), {}
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self._socket.close()
        self._incoming.put(None)
        for call in calls:
            call._finish(None, reason)

    def _connect(
        self, start: bool, daemon: Optional[str], data: Optional[str], config: Optional[str],
    ) -> socket.socket:
        connected = _try_to_connect(self.path)
        if connected is not None:
            return connected
        if not start:
            raise AlmagestError(
                "daemonNotRunning", f"No daemon listens at {self.path}.", hint="Start one: almagest serve")
        program = daemon or shutil.which("almagestd")
        if program is None:
            raise AlmagestError("daemonNotRunning", "There is no almagestd to start.", hint="Put it in PATH.")
        arguments = [program, "--on-demand", "--socket", self.path]
        if data is not None:
            arguments += ["--data", os.path.abspath(data)]
        if config is not None:
            arguments += ["--config", os.path.abspath(config)]
        state = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")
        os.makedirs(f"{state}/almagest", mode=0o700, exist_ok=True)
        with open(f"{state}/almagest/almagestd.log", "ab", opener=_private) as log:
            process = subprocess.Popen(
                arguments, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True, cwd="/")
        deadline = time.monotonic() + 15
        ended: Optional[float] = None
        while time.monotonic() < deadline and (ended is None or time.monotonic() < ended + 1):
            connected = _try_to_connect(self.path)
            if connected is not None:
                return connected
            if ended is None and process.poll() is not None:
                # Perhaps it gave way to another that is still starting.
                ended = time.monotonic()
            time.sleep(0.01)
        raise AlmagestError(
            "timedOut" if ended is None else "daemonNotRunning", "The daemon was started but does not listen.",
            hint=f"Its log is {state}/almagest/almagestd.log.")


def _try_to_connect(path: str) -> Optional[socket.socket]:
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        connection.connect(path)
        _, user, _ = _peer(connection)
        if user != os.geteuid():
            raise AlmagestError("noPermission", f"The daemon at {path} belongs to user {user}, not to you.")
        return connection
    except (FileNotFoundError, ConnectionRefusedError):
        connection.close()
        return None
    except OSError as error:
        connection.close()
        raise AlmagestError("noPermission", f"The socket {path} cannot be used: {error.strerror or error}.") from None
    except AlmagestError:
        connection.close()
        raise


def _peer(connection: socket.socket) -> Any:
    import struct

    return struct.unpack("iII", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _line(message: Json) -> bytes:
    # Lone surrogates have no UTF-8; json escapes them, and the daemon says where they are.
    try:
        text = json.dumps(message, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        return text.encode("utf-8") + b"\n"
    except UnicodeEncodeError:
        return json.dumps(message, allow_nan=False, separators=(",", ":")).encode("ascii") + b"\n"


def _given(params: Json) -> Json:
    return {
        key: None if value is NONE_YET else value for key, value in params.items() if value is not None
    }


def _base64(state: Optional[bytes]) -> Optional[str]:
    return None if state is None else base64.b64encode(state).decode("ascii")
