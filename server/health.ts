import type { Database } from '#database/database.ts';
import { isMigrated } from '#database/migrate.ts';

const patience = 2_000;

/** Whether the site can answer people: the process does, and its database does. */
export async function answerHealth(database: Database): Promise<Response> {
  try {
    await inTime(database.asService.query({ text: 'select 1' }));
    return report('ok', 200);
  } catch {
    return report('database unreachable', 503);
  }
}

/** Whether a process may get traffic: healthy, and every migration of its version applied. */
export async function answerReadiness(database: Database): Promise<Response> {
  try {
    const ready = await inTime(isMigrated((text) => database.asService.query({ text })));
    return ready ? report('ready', 200) : report('migrating', 503);
  } catch {
    return report('database unreachable', 503);
  }
}

/** Whether the process itself answers: for whoever would restart it, which mends no database. */
export function answerLiveness(): Response {
  return report('alive', 200);
}

function report(status: string, code: 200 | 503): Response {
  const headers: Record<string, string> = { 'cache-control': 'no-store' };
  if (code === 503) headers['retry-after'] = '2';
  return Response.json({ status }, { status: code, headers });
}

/** A database that keeps one waiting is not there for whoever asks. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The database does not answer.')), patience);
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
