import type { DataClient } from '#app/data/data.server.ts';
import { fail } from '#app/data/failed.ts';
import type { CheckAnswer } from '#domain/credentials/credential-check.ts';

type Type = Omit<Exclude<CheckAnswer, { state: 'unknown' }>['type'], 'page'>;
type Found = { type: Type; title: string; newest: number };

/** One version of a type that can be awarded; undefined if there is none. */
export async function readCredentialType(
  client: DataClient,
  code: string,
  version: string,
): Promise<Found | undefined> {
  if (!/^[a-z\d-]{2,20}$/i.test(code) || !/^[1-9]\d{0,3}$/.test(version)) return undefined;
  const { data, error } = await client.functions.invoke<Found>('credential-type', {
    body: { code, version: Number(version) },
  });
  if (data) return data;
  const response = error instanceof Error && 'context' in error ? error.context : undefined;
  const status = response instanceof Response ? response.status : undefined;
  return status === 404 ? undefined : fail({ error, status });
}
