import { randomFrom } from '#database/seed/random.ts';
import { testKeys } from '#test/support/test-keys.ts';
import type { Ground } from './asked.ts';
import { askAuth } from './asked-services.ts';
import { openCrowd } from './callers.ts';
import type { Judge } from './judge.ts';
import { createSender } from './send.ts';
import type { Stage } from './stage.ts';
import { findIds, findTargets } from './targets.ts';

/** As a site is set up by itself: one client who asks for accounts again and again is turned away, and nobody else is. */
export async function attackLimits(stage: Stage, judge: Judge, say: (line: string) => void) {
  const site = await stage.startLimited();
  const random = randomFrom(7);
  const crowd = await openCrowd(stage);
  const targets = await findTargets(stage);
  const ids = await findIds(stage);
  const ground: Ground = { random, targets, learned: new Map(), id: () => random.pick(ids) };
  const { send, close } = createSender(Number(new URL(site.url).port));
  let refused = 0;
  for (let turn = 0; turn < 1_000; turn += 1) {
    const asked = askAuth(ground, 'visitor');
    const answer = await send(asked, crowd.ofKind('visitor')[0], '192.0.2.66');
    judge.look({ ...asked, kind: 'limits' }, answer);
    if (answer.status === 429) refused += 1;
  }
  const other = await signInWrongly(site.url, '192.0.2.77');
  if (refused === 0)
    judge.found('no limit was reached', 'a thousand requests of accounts from one address');
  if (other !== 400) judge.found('a limit met somebody else', `status ${other}`);
  say(`${refused} of 1,000 requests of one client were turned away, another client was not`);
  close();
  await stage.endSite(site.child);
}

async function signInWrongly(url: string, address: string): Promise<number> {
  const apikey = testKeys.publishableKey;
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey, 'x-forwarded-for': address, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@people.example', password: 'a-wrong-one' }),
  });
  return response.status;
}
