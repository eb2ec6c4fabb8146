import { callService } from '#app/session/data-service.ts';

/**
 * Whether the first proof of the mailbox has just reset what was set in the account before. The service says so as long
 * as the person may decide, because this device's clock may be wrong.
 */
export function isCleared(user: object): boolean {
  return 'cleared_at' in user && typeof user.cleared_at === 'string';
}

/** How the person shows that the proof was theirs. */
export type ClaimRight =
  /** The session that the proof opened. */
  | { kind: 'session'; token: string }
  /** The code of a link that was requested in another browser, and so opens no session here. */
  | { kind: 'code'; code: string };

type Decision = { action: 'look' | 'refuse' } | { action: 'take'; password: string };

export async function claim<Answer>(right: ClaimRight, decision: Decision): Promise<Answer> {
  const response = await callService('/auth/v1/claim', {
    method: 'POST',
    token: right.kind === 'session' ? right.token : undefined,
    body: JSON.stringify({
      ...decision,
      ...(right.kind === 'code' ? { auth_code: right.code } : {}),
    }),
  });
  return response.json();
}
