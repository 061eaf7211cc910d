"""Words are loaded once, however many threads ask for one at the same time."""

from threading import Event, Thread
from time import sleep

from exactdice.queries.words import Quantities


def test_words_are_loaded_by_one_thread_while_another_waits():
    begun, done = Event(), []

    def steps():
        begun.set()
        # Long enough for the other thread to ask, too.
        sleep(0.2)
        yield lambda: (sleep(0.2), done.append("loaded"))

    words, seen = Quantities(), []
    words._to_load = steps()

    def ask():
        words.load()
        seen.append([*done])

    threads = [Thread(target=ask), Thread(target=ask)]
    threads[0].start()
    begun.wait()
    threads[1].start()
    for thread in threads:
        thread.join()
    assert seen == [["loaded"], ["loaded"]]
