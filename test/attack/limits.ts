import { randomFrom } from '#database/seed/random.ts';
import type { Asked, Ground } from './asked.ts';
import { askAuth } from './asked-services.ts';
import { openCrowd } from './callers.ts';
import type { Judge } from './judge.ts';
import { createSender } from './send.ts';
import type { Stage } from './stage.ts';
import { findIds, findTargets } from './targets.ts';

/**
 * With default limits: one client that keeps asking for accounts is refused, and nobody else is.
 */
export async function attackLimits(stage: Stage, judge: Judge, say: (line: string) => void) {
  const site = await stage.startLimited();
  const random = randomFrom(7);
  const crowd = await openCrowd(stage);
  const targets = await findTargets(stage);
  const ids = await findIds(stage);
  const ground: Ground = { random, targets, learned: new Map(), id: () => random.pick(ids) };
  const { send, close } = createSender(Number(new URL(site.url).port));
  const [visitor] = crowd.ofKind('visitor');
  let refused = 0;
  for (let turn = 0; turn < 1_000; turn += 1) {
    const asked = turn % 2 === 0 ? askAuth(ground, 'visitor') : signIn(`${turn}@people.example`);
    const answer = await send(asked, visitor, '192.0.2.66');
    judge.look({ ...asked, kind: 'limits' }, answer);
    if (answer.status === 429) refused += 1;
  }
  const other = await send(signIn('nobody@people.example'), visitor, '192.0.2.77');
  if (refused === 0)
    judge.found('no limit was reached', 'a thousand requests of accounts from one address');
  if (other.status !== 400) judge.found('a limit met somebody else', `status ${other.status}`);
  say(`${refused} of 1,000 requests of one client were turned away, another client was not`);
  close();
  await stage.endSite(site.child);
}

const signIn = (email: string): Asked => ({
  kind: 'limits',
  caller: 'visitor',
  method: 'POST',
  path: '/auth/v1/token?grant_type=password',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email, password: 'a-wrong-one' }),
});
