import type { DataClient } from './data.server.ts';

/**
 * How many people hold each credential, from ten on, by the letters of the tier. Without an answer the page says
 * nothing about it.
 */
export async function readHolders(client: DataClient): Promise<Record<string, number>> {
  const { data } = await client.functions
    .invoke<{ holders: { type: string; holders: number }[] }>('credential-holders')
    .catch(() => ({ data: null }));
  return Object.fromEntries((data?.holders ?? []).map(({ type, holders }) => [type, holders]));
}
