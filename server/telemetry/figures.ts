/** The labels of one series: `{ lane: 'mail' }`. */
type Labels = Readonly<Record<string, string>>;
type Line = { labels: Labels; value: number };
type Read = () => Line[] | number | Promise<Line[] | number>;

/** At most this many series per metric; any beyond that are counted together. */
const mostLines = 3_000;
export const others = 'other';

export type Figures = ReturnType<typeof createFigures>;

/**
 * Counts what a process does, and writes it in Prometheus' format. The counters of a route are
 * looked up once; after that, a request costs a few additions (decision 108).
 */
export function createFigures() {
  const families = new Map<string, () => string | Promise<string>>();

  /** Read at each scrape. */
  function read(kind: 'gauge' | 'counter') {
    return (name: string, help: string, ask: Read) => {
      families.set(name, async () => {
        const found = await ask();
        const lines = typeof found === 'number' ? [{ labels: {}, value: found }] : found;
        return write(name, help, kind, lines);
      });
    };
  }

  function counter<Label extends string>(name: string, help: string, ...labels: Label[]) {
    const counts = createChildren(labels, () => ({ value: 0 }));
    families.set(name, () =>
      write(
        name,
        help,
        'counter',
        counts.all().map(({ labels, child: { value } }) => ({ labels, value })),
      ),
    );
    return { of: (values: Record<Label, string>): Count => counts.of(values) };
  }

  function histogram<Label extends string>(
    name: string,
    help: string,
    /** In seconds, ascending. */
    bounds: readonly number[],
    ...labels: Label[]
  ) {
    const times = createChildren(labels, () => createTimes(bounds));
    families.set(name, () => writeHistogram(name, help, bounds, times.all()));
    return { of: (values: Record<Label, string>): Times => times.of(values) };
  }

  return {
    counter,
    histogram,
    /** Read at each scrape. What cannot be read at the moment is left out. */
    gauge: read('gauge'),
    /** The same for values that only grow. */
    counted: read('counter'),
    names: () => [...families.keys()],
    async text(): Promise<string> {
      const written = await Promise.allSettled(
        [...families.values()].map(async (family) => family()),
      );
      return written
        .flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []))
        .join('');
    },
  };
}

export type Count = { value: number };
export type Times = { add(milliseconds: number): void };
type Counted = Times & { buckets: Float64Array; sum: () => number };

function createTimes(bounds: readonly number[]): Counted {
  const limits = bounds.map((seconds) => seconds * 1_000);
  const buckets = new Float64Array(bounds.length + 1);
  let sum = 0;
  return {
    buckets,
    sum: () => sum / 1_000,
    add(milliseconds) {
      let place = 0;
      while (place < limits.length && milliseconds > (limits[place] ?? 0)) place += 1;
      buckets[place] = (buckets[place] ?? 0) + 1;
      sum += milliseconds;
    },
  };
}

function createChildren<Label extends string, Child>(names: readonly Label[], make: () => Child) {
  const children = new Map<string, { labels: Labels; child: Child }>();
  function of(values: Record<Label, string>): Child {
    const key = names.map((name) => values[name]).join('\n');
    const known = children.get(key);
    if (known) return known.child;
    if (children.size >= mostLines && names.some((name) => values[name] !== others)) {
      return of(Object.fromEntries(names.map((name) => [name, others])) as Record<Label, string>);
    }
    const child = make();
    children.set(key, { labels: { ...values }, child });
    return child;
  }
  return { of, all: () => [...children.values()] };
}

function write(name: string, help: string, type: string, lines: readonly Line[]): string {
  if (lines.length === 0) return '';
  return `${head(name, help, type)}${lines.map(({ labels, value }) => lineOf(name, labels, value)).join('')}`;
}

function writeHistogram(
  name: string,
  help: string,
  bounds: readonly number[],
  all: { labels: Labels; child: Counted }[],
): string {
  if (all.length === 0) return '';
  const lines = all.map(({ labels, child: { buckets, sum } }) => {
    let count = 0;
    const below = [...bounds.map(String), '+Inf'].map((le, place) => {
      count += buckets[place] ?? 0;
      return lineOf(`${name}_bucket`, { ...labels, le }, count);
    });
    return [...below, lineOf(`${name}_sum`, labels, sum()), lineOf(`${name}_count`, labels, count)];
  });
  return head(name, help, 'histogram') + lines.flat().join('');
}

const head = (name: string, help: string, type: string) =>
  `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;

function lineOf(name: string, labels: Labels, value: number): string {
  const written = Object.entries(labels).map(([label, text]) => `${label}="${asLabel(text)}"`);
  return `${name}${written.length > 0 ? `{${written.join(',')}}` : ''} ${value}\n`;
}

function asLabel(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
