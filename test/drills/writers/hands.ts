import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '#database/open-client.ts';
import type { Sandbox } from '#server/outside/stripe-sandbox/sandbox.ts';
import type { openProcesses } from '../../rehearsal/processes.ts';
import type { Kept } from './kept.ts';

export type Stage = Awaited<ReturnType<typeof openProcesses>>;
type Answer = { status: number; body: Record<string, unknown> & { [place: number]: unknown } };
/**
 * Calls one of the running processes; fails if the connection breaks, as it does when the process
 * is killed.
 */
export type Post = (path: string, body: object, token?: string) => Promise<Answer>;
export type Person = { id: string; email: string; token: string };

/** What every writer has: where to send requests, where to record results, and until when. */
export type Writing = {
  stage: Stage;
  post: Post;
  sandbox: Pick<Sandbox, 'deliverNow'>;
  kept: Kept;
  over: AbortSignal;
};

export type Hands = ReturnType<typeof createHands>;

/** What every writer can do. */
export function createHands({ stage, post, kept }: Writing) {
  const sql = (text: string, values: unknown[] = []) =>
    withClient(
      stage.admin,
      async (client) => (await client.query<Record<string, string>>(text, values)).rows,
    );

  /** Like a screen that keeps what it sends: retries until there is a response. */
  async function insist(path: string, body: object, token?: string): Promise<Answer> {
    for (;;) {
      const answer = await post(path, body, token).catch(() => undefined);
      if (answer && answer.status < 500) return answer;
      await pause(100);
    }
  }

  async function signIn(email: string, password: string): Promise<Person> {
    const { body } = await insist('/auth/v1/token?grant_type=password', { email, password });
    const { id } = body.user as { id: string };
    return { id, email, token: String(body.access_token) };
  }

  /** Unexpected failures are reported at the end, and the others go on. */
  async function surprised(work: () => Promise<void>) {
    await work().catch(async (error: Error) => {
      kept.surprises.push(error.message);
      await pause(1_000);
    });
  }

  return { sql, insist, signIn, surprised };
}
