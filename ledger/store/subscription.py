"""The library's subscription, by asking: on neither store does an append wake its readers (decision 0011, number 7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from threading import Event
from typing import Final

from eventsourcing.persistence import ApplicationRecorder, Notification, Subscription

POLL_SECONDS: Final = 0.1
"""How long nothing new is waited for before it is asked for again."""
PAGE: Final = 500
"""How many notifications are read at once, as many as the library reads."""


class PolledSubscription(Subscription[ApplicationRecorder]):
    """Every notification after ``gt``, of ``topics`` if any are named, and then those that come: none missed, none twice.

    Ids are taken in the order of the commits, so whatever lies up to the largest id stays as it is. That one is asked for
    first, and only what lies between is read, and once. Nothing here is checked against what was signed.
    """

    def __init__(self, recorder: ApplicationRecorder, gt: int | None = None, topics: Sequence[str] = ()) -> None:
        super().__init__(recorder, gt, topics)
        self._log: Final = recorder
        self._wanted: Final = topics
        self._reached = gt or 0
        self._page: Iterator[Notification] = iter(())
        self._ended: Final = Event()

    def stop(self) -> None:
        """End the iteration, also of who waits in another thread."""
        super().stop()
        self._ended.set()

    def __next__(self) -> Notification:
        while not self._ended.is_set():
            for notification in self._page:
                return notification
            if not self._read_on():
                self._ended.wait(POLL_SECONDS)
        raise StopIteration

    def _read_on(self) -> bool:
        """Read the next page; whether the log has grown."""
        size = self._log.max_notification_id() or 0
        if size <= self._reached:
            return False
        page = self._log.select_notifications(self._reached, PAGE, size, self._wanted, inclusive_of_start=False)
        self._reached = page[-1].id if len(page) == PAGE else size
        self._page = iter(page)
        return True
