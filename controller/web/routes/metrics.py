"""`/metrics`: the service in numbers, as Prometheus reads them. Nothing in it tells a hidden tile or a name."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from fastapi import APIRouter, Response
from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

from controller.web.contract import Measurement


class _Collector:
    """Hands the measurements of the moment to the library that writes them down."""

    def __init__(self, measure: Callable[[], Sequence[Measurement]]) -> None:
        self._measure = measure

    def collect(self) -> Iterator[Metric]:
        """All measurements, one family for each name."""
        families: dict[str, CounterMetricFamily | GaugeMetricFamily] = {}
        for one in self._measure():
            name = f"jantaku_{one.name}"
            if name not in families:
                kind = CounterMetricFamily if one.counter else GaugeMetricFamily
                families[name] = kind(name, one.meaning, labels=list(one.labels))
            families[name].add_metric(list(one.labels.values()), one.value)
        yield from families.values()

    def describe(self) -> Iterable[Metric]:
        """Nothing beforehand: what there is to measure shows when the table is open."""
        return ()


def router(measure: Callable[[], Sequence[Measurement]]) -> APIRouter:
    """The one route."""
    routes = APIRouter()
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    registry.register(_Collector(measure))

    @routes.get("/metrics", response_class=Response)
    def metrics() -> Response:
        """The service in numbers, in Prometheus' text format."""
        return Response(generate_latest(registry), media_type="text/plain; version=0.0.4; charset=utf-8")

    return routes
