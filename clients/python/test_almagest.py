# SPDX-License-Identifier: Apache-2.0
"""Tests of almagest.py. Those against the daemon need ALMAGEST_BUILD, a folder with an almagestd:

    ALMAGEST_BUILD=.build/release python3 -m unittest discover clients/python
"""

import json
import os
import queue
import socket
import subprocess
import tempfile
import threading
import time
import unittest

import almagest
from almagest import Almagest, AlmagestError

DAEMON = os.path.join(os.environ["ALMAGEST_BUILD"], "almagestd") if "ALMAGEST_BUILD" in os.environ else None


class FakeDaemon:
    """A socket whose every connection is handled by `answer(message, send)`."""

    def __init__(self, folder, answer):
        self.path = os.path.join(folder, "s")
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.listener.bind(self.path)
        self.listener.listen(8)
        self.answer = answer
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        def send(message):
            connection.sendall(json.dumps(message).encode() + b"\n")

        with connection, connection.makefile("rb") as lines:
            for line in lines:
                if self.answer(json.loads(line), send) == "hang up":
                    connection.shutdown(socket.SHUT_RDWR)
                    return

    def close(self):
        self.listener.close()


class WithoutDaemon(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def connect(self, answer, **options):
        daemon = FakeDaemon(self.folder, answer)
        self.addCleanup(daemon.close)
        client = Almagest(daemon.path, start=False, **options)
        self.addCleanup(client.close)
        return client

    def test_parameters_that_are_none_are_left_out(self):
        client = self.connect(lambda m, send: send({"id": m["id"], "result": [m["method"], m["params"]]}))
        self.assertEqual(client.search("å", limit=3, types=None), ["search", {"query": "å", "limit": 3}])
        self.assertEqual(client.find(), ["find", {}])
        self.assertEqual(client.hello("a.b"), ["hello", {"protocol": 1, "bundle": "a.b"}])
        self.assertEqual(
            client.batch_commit(7, b"\x00\xff"), ["batch.commit", {"batch": 7, "clientState": "AP8="}])

    def test_every_call_of_the_protocol_is_there(self):
        for name in (
            "hello index delete batch_begin batch_commit batch_abort client_state search suggest find resolve values "
            "entities reindex donate donate_delete relevant_update relevant_remove screen_update annotate open "
            "subscribe unsubscribe status schemas"
        ).split():
            self.assertTrue(callable(getattr(Almagest, name)), name)

    def test_errors_carry_name_path_and_hint(self):
        data = {"name": "invalidEntity", "path": "entities[0]", "hint": "Mend it."}
        error = {"code": -32001, "message": "No.", "data": data}
        client = self.connect(lambda m, send: send({"id": m["id"], "error": error}))
        with self.assertRaises(AlmagestError) as caught:
            client.index({"type": "x"})
        self.assertEqual(
            (caught.exception.name, caught.exception.path, caught.exception.hint, caught.exception.code),
            ("invalidEntity", "entities[0]", "Mend it.", -32001))
        self.assertEqual(str(caught.exception), "entities[0]: No. (Mend it.)")

    def test_replies_may_come_in_any_order(self):
        held = []

        def answer(message, send):
            held.append(message)
            if len(held) == 3:
                for one in reversed(held):
                    send({"id": one["id"], "result": one["params"]["n"]})

        client = self.connect(answer)
        calls = [client.begin("echo", n=n) for n in range(3)]
        self.assertEqual([call.result(10) for call in calls], [0, 1, 2])

    def test_an_error_that_names_no_call_leaves_none_waiting(self):
        held = []

        def answer(message, send):
            held.append(message)
            if len(held) == 3:
                send({"id": None, "error": {"code": -32700, "message": "No.", "data": {"name": "parseError"}}})

        client = self.connect(answer)
        for call in [client.begin("echo", n=n) for n in range(3)]:
            with self.assertRaises(AlmagestError) as caught:
                call.result(10)
            self.assertEqual(caught.exception.name, "parseError")
            self.assertIn("all of them ended", caught.exception.hint)

    def test_a_message_that_is_too_long_is_the_longest(self):
        held = []

        def answer(message, send):
            held.append(message)
            if len(held) == 3:
                send({"id": None, "error": {"code": -32005, "message": "No.", "data": {"name": "tooLarge"}}})
                for one in held:
                    if len(one["params"]["text"]) < 1000:
                        send({"id": one["id"], "result": one["id"]})

        client = self.connect(answer)
        calls = [client.begin("echo", text="x" * size) for size in (1, 1000, 10)]
        self.assertEqual([calls[0].result(10), calls[2].result(10)], [calls[0].id, calls[2].id])
        with self.assertRaises(AlmagestError) as caught:
            calls[1].result(10)
        self.assertEqual(caught.exception.name, "tooLarge")

    def test_what_is_no_message_ends_the_connection_and_its_calls(self):
        for nonsense in (7, [], {"id": [], "result": {}}):
            client = self.connect(lambda message, send: send(nonsense))
            with self.assertRaises(AlmagestError):
                client.begin("status").result(10)
            os.unlink(client.path)

    def test_partial_results_come_before_the_reply(self):
        def answer(message, send):
            for n in range(3):
                send({"method": "values.partial", "params": {"request": message["id"], "n": n}})
            send({"id": message["id"], "result": {"values": []}})

        call = self.connect(answer).values_stream({"kind": "audio", "criteria": {"unspecified": {}}})
        self.assertEqual([one["n"] for one in call.notifications(10)], [0, 1, 2])
        self.assertEqual(call.result(10), {"values": []})

    def test_calls_of_the_daemon_are_answered(self):
        replies = []
        ready = threading.Event()

        def answer(message, send):
            if message.get("method") == "status":
                for id, method in enumerate(("provider.all", "provider.bad", "provider.broken")):
                    send({"id": f"d{id}", "method": method, "params": {"type": "T"}})
                send({"id": message["id"], "result": {}})
            elif "method" not in message:
                replies.append(message)
                if len(replies) == 3:
                    ready.set()

        def provide(method, params):
            if method == "provider.bad":
                raise AlmagestError("notFound", "No.")
            if method == "provider.broken":
                raise RuntimeError("Oh")
            return {"type": params["type"]}

        self.connect(answer, provide=provide).status()
        self.assertTrue(ready.wait(10))
        self.assertEqual(replies[0], {"jsonrpc": "2.0", "id": "d0", "result": {"type": "T"}})
        self.assertEqual(replies[1]["error"]["data"]["name"], "notFound")
        self.assertEqual(replies[2]["error"]["message"], "Oh")

    def test_notifications_reach_their_function(self):
        seen = []
        ready = threading.Event()

        def notified(method, params):
            seen.append((method, params))
            ready.set()

        def answer(message, send):
            send({"method": "changed", "params": {"seq": 4}})
            send({"id": message["id"], "result": {}})

        self.connect(answer, on_notification=notified).subscribe(query="x")
        self.assertTrue(ready.wait(10))
        self.assertEqual(seen, [("changed", {"seq": 4})])

    def test_a_late_call_is_cancelled(self):
        cancelled = threading.Event()

        def answer(message, send):
            if message["method"] == "cancel" and message["params"] == {"id": 1}:
                cancelled.set()

        client = self.connect(answer, timeout=0.05)
        with self.assertRaises(AlmagestError) as caught:
            client.status()
        self.assertEqual(caught.exception.name, "timedOut")
        self.assertTrue(cancelled.wait(10))

    def test_calls_end_with_the_connection(self):
        client = self.connect(lambda m, send: "hang up")
        for _ in range(2):
            with self.assertRaises(AlmagestError) as caught:
                client.status()
            self.assertEqual(caught.exception.name, "connectionClosed")

    def test_no_daemon_is_an_error_that_says_so(self):
        with self.assertRaises(AlmagestError) as caught:
            Almagest(os.path.join(self.folder, "none"), start=False)
        self.assertEqual(caught.exception.name, "daemonNotRunning")

    def test_a_folder_that_others_may_enter_is_refused(self):
        os.mkdir(os.path.join(self.folder, "almagest"), 0o755)
        before = dict(os.environ)
        self.addCleanup(lambda: (os.environ.clear(), os.environ.update(before)))
        os.environ.pop("ALMAGEST_SOCKET", None)
        os.environ["XDG_RUNTIME_DIR"] = self.folder
        with self.assertRaises(AlmagestError) as caught:
            almagest.socket_path()
        self.assertEqual(caught.exception.name, "noPermission")
        os.chmod(os.path.join(self.folder, "almagest"), 0o700)
        self.assertEqual(almagest.socket_path(), os.path.join(self.folder, "almagest/almagest.sock"))

    def test_identifiers_are_encoded(self):
        self.assertEqual(almagest.identifier("a.b", "T", "1/ä?"), "a.b/T/1%2F%C3%A4%3F")


@unittest.skipUnless(DAEMON, "ALMAGEST_BUILD names no folder with an almagestd")
class WithDaemon(unittest.TestCase):
    BUNDLE = "org.example.PythonTest"

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        os.chmod(cls.folder.name, 0o700)
        cls.path = os.path.join(cls.folder.name, "almagest.sock")
        cls.process = subprocess.Popen(
            [os.path.abspath(DAEMON), "--socket", cls.path, "--data", os.path.join(cls.folder.name, "data")],
            stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 60
        while True:
            try:
                Almagest(cls.path, start=False).close()
                return
            except AlmagestError:
                if time.monotonic() > deadline or cls.process.poll() is not None:
                    raise
                time.sleep(0.05)

    @classmethod
    def tearDownClass(cls):
        cls.process.terminate()
        cls.process.wait(60)
        cls.folder.cleanup()

    def setUp(self):
        self.client = Almagest(self.path, start=False)
        self.addCleanup(self.client.close)

    def entity(self, id, title, **more):
        return {"bundle": self.BUNDLE, "type": "Note", "id": id, "display": {"title": title}, **more}

    def identifiers(self, page):
        return [result["entity"]["id"] for result in page["results"]]

    def test_donated_is_found_and_deleted_is_gone(self):
        reply = self.client.index([self.entity("1", "Blankets and oxygen"), self.entity("2", "Chocolate cake")])
        self.assertEqual((reply["stored"], reply["rejected"]), (2, []))
        page = self.client.search(
            "oxygen", mode="lexical", bundles=[self.BUNDLE], after=reply["seq"], budgetMilliseconds=10_000)
        self.assertEqual(self.identifiers(page), ["1"])
        self.assertEqual(self.client.delete(self.BUNDLE, type="Note", identifiers=["1"])["deleted"], 1)
        self.assertEqual(self.identifiers(self.client.search("oxygen", mode="lexical", bundles=[self.BUNDLE])), [])
        got = self.client.entities([almagest.identifier(self.BUNDLE, "Note", id) for id in ("1", "2")])
        self.assertEqual(len(got["entities"]), 1)
        self.assertEqual(len(got["missing"]), 1)

    def test_many_are_donated_a_few_messages_at_a_time(self):
        many = (self.entity(f"m{n}", f"Number {n}") for n in range(1_234))
        self.assertEqual(sum(reply["stored"] for reply in self.client.index_all(many, chunk=100)), 1_234)

    def test_a_batch_that_expects_no_state_is_refused_where_there_is_one_and_ends(self):
        with self.client.batch(self.BUNDLE, "stated") as batch:
            batch.index([self.entity("s1", "First", index="stated")])
            batch.commit(client_state=b"\x01", expected_client_state=almagest.NONE_YET)
        # More often than a connection may have batches open.
        for _ in range(40):
            with self.assertRaises(AlmagestError) as refused:
                with self.client.batch(self.BUNDLE, "stated") as batch:
                    batch.commit(client_state=b"\x02", expected_client_state=almagest.NONE_YET)
            self.assertEqual(refused.exception.name, "clientStateMismatch")
        self.assertEqual(self.client.client_state(self.BUNDLE, "stated"), b"\x01")

    def test_a_batch_takes_effect_as_a_whole(self):
        with self.client.batch(self.BUNDLE, "batched") as batch:
            batch.index([self.entity("b1", "In a batch", index="batched")])
            batch.commit(client_state=b"\x01\x02")
        self.assertEqual(self.client.client_state(self.BUNDLE, "batched"), b"\x01\x02")
        with self.assertRaises(RuntimeError):
            with self.client.batch(self.BUNDLE, "batched") as batch:
                batch.index([self.entity("b2", "Never", index="batched")])
                raise RuntimeError
        missing = self.client.entities([almagest.identifier(self.BUNDLE, "Note", "b2")])["missing"]
        self.assertEqual(len(missing), 1)

    def test_errors_say_what_and_where(self):
        with self.assertRaises(AlmagestError) as caught:
            self.client.call("search", qurey="x")
        self.assertEqual(caught.exception.name, "unknownParameter")
        with self.assertRaises(AlmagestError) as caught:
            self.client.call("serach")
        self.assertEqual(caught.exception.name, "unknownMethod")
        rejected = self.client.index([{"bundle": self.BUNDLE, "type": "Note"}])["rejected"]
        self.assertEqual(rejected[0]["index"], 0)

    def test_a_subscriber_hears_of_changes_and_goes_on_where_it_stopped(self):
        heard = queue.Queue()
        listener = Almagest(self.path, start=False, on_notification=lambda method, params: heard.put((method, params)))
        self.addCleanup(listener.close)
        began = listener.subscribe(types=["Watched"])["seq"]
        self.client.index([{**self.entity("w1", "Watched"), "type": "Watched"}])
        method, params = heard.get(timeout=60)
        self.assertEqual(method, "changed")
        self.assertEqual([item["entity"]["id"] for item in params["added"]], ["w1"])
        listener.unsubscribe()
        listener.subscribe(types=["Watched"], after=began)
        method, again = heard.get(timeout=60)
        self.assertEqual([item["entity"]["id"] for item in again["updated"]], ["w1"])

    def test_what_the_person_does_is_kept(self):
        reference = almagest.identifier(self.BUNDLE, "Note", "2")
        intent = {"type": "ReadIntent", "parameters": {"note": {"entity": reference}}}
        donation = self.client.donate(self.BUNDLE, intent, date="2026-01-01T00:00:00Z")["donation"]
        self.assertEqual(self.client.relevant_update(self.BUNDLE, {"kind": "work"}, [reference])["entities"], 1)
        self.assertEqual(self.client.annotate(self.BUNDLE, "notification", [reference])["entities"], 1)
        self.assertEqual(self.client.screen_update(self.BUNDLE, views=[{"entity": reference}])["views"], 1)
        context = self.client.status()["context"]
        self.assertEqual((context["interactions"], context["statements"], context["screens"]), (1, 2, 1))
        self.assertEqual(self.client.donate_delete(donations=[donation])["donations"], [donation])
        self.assertEqual(self.client.relevant_remove(self.BUNDLE)["entities"], 1)
        self.assertEqual(len(self.client.schemas()["domains"]), 23)

    def test_suggest_status_and_hello_answer(self):
        self.assertIn("suggestions", self.client.suggest("bl"))
        self.assertIn("seq", self.client.status())
        self.assertEqual(self.client.hello()["version"] is not None, True)


if __name__ == "__main__":
    unittest.main()
