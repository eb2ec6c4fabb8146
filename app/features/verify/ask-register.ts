import { askForVisitor } from '#app/data/ask-for-visitor.ts';
import type { DataClient } from '#app/data/data.server.ts';
import { fail } from '#app/data/failed.ts';
import { largestBadgeFile, readBadgeFile } from '#domain/credentials/badge-file.ts';
import { type KnownIssuer, type Proof, proveToken } from '#domain/credentials/badge-proof.ts';
import type { CheckAnswer } from '#domain/credentials/credential-check.ts';

export type Checked = { kind: 'answer'; check: CheckAnswer } | { kind: 'busy'; seconds: number };

/** Asks the register about one number; `issue` is from the file that somebody has. */
export async function askRegister(
  client: DataClient,
  request: Request,
  number: string,
  issue?: number,
): Promise<Checked> {
  const { data, error, status, response } = await askForVisitor<CheckAnswer>(
    client,
    request,
    'check-credential',
    { number, issue },
  );
  if (data) return { kind: 'answer', check: data };
  if (status !== 429) fail({ error, status });
  return { kind: 'busy', seconds: Number(response?.headers.get('retry-after')) || 300 };
}

/**
 * The status of the page that shows it: somebody who checks too much is told how long to wait, both in the text and in
 * the header.
 */
export function statusOf(checked: Checked | undefined) {
  return checked?.kind === 'busy'
    ? { status: 429, headers: { 'retry-after': String(checked.seconds) } }
    : { status: 200 };
}

/** The same for a file sent by a browser without script: what it proves, then what the register says. */
export async function checkFile(
  client: DataClient,
  request: Request,
): Promise<{ proof: Proof; checked?: Checked } | 'none'> {
  const file = (await request.formData()).get('file');
  if (!(file instanceof File) || file.size === 0) return 'none';
  const proof = await prove(client, file);
  if (proof.kind !== 'signed') return { proof };
  return { proof, checked: await askRegister(client, request, proof.number, proof.issue) };
}

async function prove(client: DataClient, file: File): Promise<Proof> {
  if (file.size > largestBadgeFile) return { kind: 'unreadable' };
  const token = await readBadgeFile(new Uint8Array(await file.arrayBuffer()));
  if (!token) return { kind: 'unreadable' };
  const { data, error } = await client.functions.invoke<KnownIssuer>('credential-issuer');
  if (!data) fail({ error });
  return proveToken(token, data);
}
