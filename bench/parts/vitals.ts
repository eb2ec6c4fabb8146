export type Vitals = {
  lcp: number;
  cls: number;
  /** The slowest interaction; browsers report none under 16 ms. */
  inp: number;
  interactions: number;
  /** The first paint with data in it. */
  usable: number | undefined;
  requests: number;
  bytes: number;
  /** Responses that had to be awaited one after the other until the page was shown, or usable. */
  turns: number;
};

declare global {
  interface Window {
    vitals(): Vitals;
  }
}

/**
 * Runs in the page before any of its own scripts; self-contained, because only its source text gets
 * there.
 */
export function watchVitals(dataSelector: string | undefined) {
  let lcp = 0;
  let usable: number | undefined;
  let interactions = 0;
  let inp = 16;
  let cls = 0;
  let isTouched = false;
  addEventListener(
    'pointerdown',
    () => {
      isTouched = true;
    },
    { capture: true, once: true },
  );
  let group = { from: 0, to: 0, sum: 0 };

  const watch = (
    options: PerformanceObserverInit & { durationThreshold?: number },
    hear: (entry: Told) => void,
  ) => {
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) hear(entry);
    });
    observer.observe({ buffered: true, ...options });
    return () => {
      for (const entry of observer.takeRecords()) hear(entry);
    };
  };
  type Told = PerformanceEntry & {
    value?: number;
    hadRecentInput?: boolean;
    interactionId?: number;
  };

  const readAll = [
    watch({ type: 'largest-contentful-paint' }, ({ startTime }) => {
      lcp = startTime;
    }),
    // The worst group of shifts: less than a second between them, five seconds at most.
    watch({ type: 'layout-shift' }, ({ startTime, value = 0, hadRecentInput }) => {
      // Before anybody has touched anything, the flag only means that a window of this size was
      // opened.
      if (hadRecentInput && isTouched) return;
      const isNew = startTime - group.to > 1_000 || startTime - group.from > 5_000;
      group = isNew
        ? { from: startTime, to: startTime, sum: value }
        : { ...group, to: startTime, sum: group.sum + value };
      cls = Math.max(cls, group.sum);
    }),
    watch({ type: 'event', durationThreshold: 16 }, ({ interactionId, duration }) => {
      if (!interactionId) return;
      interactions += 1;
      inp = Math.max(inp, duration);
    }),
  ];

  if (dataSelector) {
    const look = new MutationObserver(() => {
      if (!document.querySelector(dataSelector)) return;
      look.disconnect();
      // The next frame paints it, and after that it is visible.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          usable = performance.now();
        };
        port2.postMessage(undefined);
      });
    });
    look.observe(document, { childList: true, subtree: true });
  }

  window.vitals = () => {
    for (const read of readAll) read();
    const until = usable ?? lcp;
    const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const sent = [...(arrival ? [arrival] : []), ...loaded].filter(
      ({ transferSize }) => transferSize,
    );
    // A document is parsed while it arrives; everything else counts once it is complete.
    const waited = sent
      .map((one) => ({
        begin: one.requestStart || one.startTime,
        end: one === arrival ? one.responseStart : one.responseEnd,
        turn: 1,
      }))
      .filter(({ end }) => end <= until)
      .toSorted((a, b) => a.begin - b.begin);
    for (const one of waited) {
      const before = waited.filter(({ end }) => end <= one.begin).map(({ turn }) => turn);
      one.turn = 1 + Math.max(0, ...before);
    }
    return {
      lcp,
      cls,
      inp,
      interactions,
      usable,
      requests: sent.length,
      bytes: sent.reduce((sum, { transferSize }) => sum + transferSize, 0),
      turns: Math.max(0, ...waited.map(({ turn }) => turn)),
    };
  };
}
