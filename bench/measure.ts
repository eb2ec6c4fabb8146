import autocannon from 'autocannon';

export type Figure = { requestsPerSecond: number; p50: number; p99: number };

/** Asks one address as fast as it answers, for a few seconds, from ten connections. */
export async function measure(
  url: string,
  headers: Record<string, string> = {},
  seconds = 4,
): Promise<Figure> {
  await autocannon({ url, headers, duration: 1, connections: 10 });
  const result = await autocannon({ url, headers, duration: seconds, connections: 10 });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url} answered ${result.non2xx} times with a failure.`);
  }
  return {
    requestsPerSecond: Math.round(result.requests.average),
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}
