import type { Database } from '#database/database.ts';
import { isMigrated } from '#database/migrate.ts';

const patience = 2_000;

/** Whether the site can serve people: the process answers, and so does its database. */
export async function answerHealth(database: Database): Promise<Response> {
  try {
    await inTime(database.asService.query({ text: 'select 1' }));
    return report('ok', 200);
  } catch {
    return report('database unreachable', 503);
  }
}

/**
 * Whether a process may get traffic: it is healthy, and every migration of its version is applied.
 */
export async function answerReadiness(database: Database): Promise<Response> {
  try {
    const ready = await inTime(isMigrated((text) => database.asService.query({ text })));
    return ready ? report('ready', 200) : report('migrating', 503);
  } catch {
    return report('database unreachable', 503);
  }
}

/**
 * Whether the process itself answers: for supervisors that restart it, which would not repair a
 * database.
 */
export function answerLiveness(): Response {
  return report('alive', 200);
}

function report(status: string, code: 200 | 503): Response {
  const headers: Record<string, string> = { 'cache-control': 'no-store' };
  if (code === 503) headers['retry-after'] = '2';
  return Response.json({ status }, { status: code, headers });
}

/** A database that does not answer in time counts as down. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The database does not answer.')), patience);
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
