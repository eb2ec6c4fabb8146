import type { AnswerCounts } from './answer-times.ts';
import { type Count, type Figures, others } from './figures.ts';

/** In seconds: from what lies in memory to what any client has long given up on. */
const bounds = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** There are some three hundred patterns. More would be a bug, and must not fill the memory. */
const mostRoutes = 500;
const classes = ['none', '1xx', '2xx', '3xx', '4xx', '5xx'] as const;

/** The counters of one route, looked up once. */
export type RouteFigures = {
  route: string;
  count(status: number, milliseconds: number, bytes: number): void;
};

/** A proxy asks for these twice a second; they would outnumber all other requests. */
export const checks: ReadonlySet<string> = new Set(['/livez', '/healthz', '/readyz']);

export function createRequestFigures(figures: Figures, answers: Pick<AnswerCounts, 'of'>) {
  const times = figures.histogram(
    'site_http_request_duration_seconds',
    'Time until the answer had left, by the pattern of the address.',
    bounds,
    'route',
  );
  const requests = figures.counter(
    'site_http_requests_total',
    'Requests by the pattern of the address and the class of the status: none where the client left first.',
    'route',
    'status',
  );
  const sent = figures
    .counter('site_http_sent_bytes_total', 'Bytes that were answered, heads included.')
    .of({});
  const underWay = { count: 0 };
  figures.gauge('site_http_requests_under_way', 'Requests that wait for their answer.', () => {
    return underWay.count;
  });
  const routes = new Map<string, RouteFigures>();

  function open(route: string): RouteFigures {
    const time = times.of({ route });
    const answered = checks.has(route) ? undefined : answers.of(route);
    const counts: (Count | undefined)[] = [];
    return {
      route,
      count(status, milliseconds, bytes) {
        time.add(milliseconds);
        answered?.(status, milliseconds);
        const place = Math.floor(status / 100);
        let count = counts[place];
        if (!count) {
          count = requests.of({ route, status: classes[place] ?? 'none' });
          counts[place] = count;
        }
        count.value += 1;
        sent.value += bytes;
      },
    };
  }

  function of(route: string): RouteFigures {
    const known = routes.get(route);
    if (known) return known;
    if (routes.size >= mostRoutes && route !== others) return of(others);
    const opened = open(route);
    routes.set(route, opened);
    return opened;
  }
  return { underWay, of };
}
