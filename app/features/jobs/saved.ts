import { currentToken, type OpenClient } from '#app/session/current-token.ts';
import { callService } from '#app/session/data-service.ts';
import { readStoredSession } from '#app/session/stored-session.ts';
import { hasVisitorJobs, keep, key, readKept } from './kept-jobs.ts';

/*
 * Saved jobs: on this device for a visitor, in a table for people who are signed in. This device also has a copy of the
 * table, so that buttons are right before any answer arrives.
 */
const mostSaved = 500;

/** Changes that the table has not confirmed yet, by job. */
const underWay = new Map<string, boolean>();
let changes = 0;

/** The jobs that the person using this device now has saved, newest first. */
export function savedIds(): string[] {
  const others = keptIds().filter((id) => !underWay.has(id));
  const added = [...underWay].flatMap(([id, isSaved]) => (isSaved ? id : []));
  return [...added, ...others];
}

function keptIds(): string[] {
  const { owner, ids } = readKept();
  return owner === null || owner === readStoredSession()?.userId ? ids : [];
}

/** Calls back when another tab saves or removes a job. */
export function onSavedElsewhere(onChange: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === key || event.key === null) onChange();
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}

/** Copies a visitor's saved jobs to the table of the person who has signed in, and reads that table. */
export async function syncSaved(openClient: OpenClient): Promise<void> {
  const session = readStoredSession();
  if (!session) return;
  const token = await currentToken(session, openClient);
  if (!token) return;
  if (hasVisitorJobs()) {
    await callService('/rest/v1/rpc/save_jobs', {
      method: 'POST',
      token,
      body: JSON.stringify({ ids: readKept().ids }),
    });
  }
  const address = `/rest/v1/saved_jobs?select=job_id&order=created_at.desc&limit=${mostSaved}`;
  for (;;) {
    await work;
    const seen = changes;
    const rows: { job_id: string }[] = await (await callService(address, { token })).json();
    // A change made during the request may not be in the answer.
    if (seen !== changes) continue;
    keep({ owner: session.userId, ids: rows.map(({ job_id }) => job_id) });
    return;
  }
}

/** One change after the other, so that the last one wins. */
let work: Promise<unknown> = Promise.resolve();

/** Saves or removes a job: shown at once, undone if the table refuses it. */
export async function setSaved(id: string, isSaved: boolean, openClient: OpenClient) {
  const before = savedIds();
  if (isSaved && before.length >= mostSaved && !before.includes(id)) {
    throw new Error(`You can save up to ${mostSaved} jobs. Remove some first.`);
  }
  const session = readStoredSession();
  if (!session) return change(id, isSaved);
  changes += 1;
  underWay.set(id, isSaved);
  const done = work.then(async () => {
    try {
      const token = await currentToken(session, openClient);
      // Without a session it is stored only on this device, as for any visitor.
      if (token) await store(session.userId, token, id, isSaved);
      change(id, isSaved);
    } finally {
      if (underWay.get(id) === isSaved) underWay.delete(id);
    }
  });
  work = done.catch(() => {});
  await done;
}

/** As many as fit into the address of one request. */
export const idsAtOnce = 100;

/** Removes many, a batch at a time; whatever could not be removed stays. */
export async function removeSaved(ids: readonly string[], openClient: OpenClient) {
  const session = readStoredSession();
  const token = session && (await currentToken(session, openClient));
  changes += 1;
  for (let from = 0; from < ids.length; from += idsAtOnce) {
    const some = ids.slice(from, from + idsAtOnce);
    if (session && token) {
      const address = `/rest/v1/saved_jobs?user_id=eq.${session.userId}&job_id=in.(${some.join()})`;
      await callService(address, { method: 'DELETE', token });
    }
    forgetHere(some);
  }
}

/** Removes jobs only from this device's list. */
export function forgetHere(ids: readonly string[]) {
  const kept = readKept();
  keep({ ...kept, ids: kept.ids.filter((id) => !ids.includes(id)) });
}

function store(userId: string, token: string, id: string, isSaved: boolean) {
  if (!isSaved) {
    const address = `/rest/v1/saved_jobs?user_id=eq.${userId}&job_id=eq.${id}`;
    return callService(address, { method: 'DELETE', keepalive: true, token });
  }
  return callService('/rest/v1/saved_jobs', {
    method: 'POST',
    keepalive: true,
    token,
    headers: { prefer: 'resolution=ignore-duplicates' },
    body: JSON.stringify({ user_id: userId, job_id: id }),
  });
}

function change(id: string, isSaved: boolean) {
  const { owner } = readKept();
  const others = keptIds().filter((each) => each !== id);
  // Saved jobs of somebody who has signed out must not pass to the next person.
  const isOurs = owner !== null && owner === readStoredSession()?.userId;
  keep({ owner: isOurs ? owner : null, ids: isSaved ? [id, ...others] : others });
}
