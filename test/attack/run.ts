import { randomFrom } from '#database/seed/random.ts';
import { type Asked, askPage, askTable, type Ground, type Make } from './asked.ts';
import { askAuth, askFunction, askOther, askStorage } from './asked-services.ts';
import { type CallerKind, callerKinds, openCrowd } from './callers.ts';
import { createJudge, type Judge } from './judge.ts';
import { learnFunctions } from './learn.ts';
import { writeLine } from './lines.ts';
import { digestOf, plantMarks } from './marks.ts';
import { createSender } from './send.ts';
import { speakOnSocket } from './sockets.ts';
import { type Stage, secretsOf } from './stage.ts';
import { findIds, findTargets, type Targets } from './targets.ts';

export type Options = {
  seed: number;
  requests: number;
  say: (line: string) => void;
  /** Ends the run early, keeping all findings so far. */
  signal: AbortSignal;
};

/**
 * For every ten thousand requests, a hundred raw lines, and fifty sockets with forty messages each.
 */
const everyLine = 100;
const everySocket = 200;

const atOnce = 24;
/** How many requests lie between two memory readings, and between two crowds. */
const stretch = 10_000;
/**
 * How much more memory the process may hold at the end than after the first stretch, which fills
 * its caches.
 */
const mostGrowth = 40;

/** Out of every hundred. */
const shares: readonly [count: number, make: Make][] = [
  [24, askPage],
  [26, askTable],
  [22, askFunction],
  [12, askAuth],
  [10, askStorage],
  [4, askOther],
];
const makers = shares.flatMap(([count, make]) => Array.from({ length: count }, () => make));

/**
 * Sends this many requests and inspects every response, then the database, the memory and the log.
 */
export async function attack(
  stage: Stage,
  { seed, requests, say, signal }: Options,
): Promise<Judge> {
  const { port, site, admin } = stage;
  const random = randomFrom(seed);
  const { below, chance, pick } = random;
  const judge = createJudge(secretsOf(site), say);
  const crowd = await openCrowd(stage);
  const victims = await plantMarks(stage, crowd);
  const before = await digestOf(stage, victims);
  const targets = await findTargets(stage);
  say(`seed ${seed}; ${listOf(targets)}`);
  const ids = await findIds(stage);
  const mighty: readonly CallerKind[] = ['viewer', 'staff', 'owner'];
  const ground: Ground = {
    random,
    targets,
    learned: new Map(),
    // What staff may do to people is no finding, so they only get ids of attackers.
    id: (caller) => pick(mighty.includes(caller) || chance(0.4) ? crowd.ids() : ids),
  };
  const sender = createSender(port);
  const ask = async (asked: Asked) => {
    const among = crowd.ofKind(asked.caller);
    const address = `10.${below(255)}.${below(255)}.${below(255)}`;
    const answer = await sender.send(asked, among[below(among.length)], address);
    judge.look(asked, answer);
    return answer;
  };
  say('learning what functions take');
  await learnFunctions(ground, ask);

  let asked = 0;
  let messages = 0;
  async function work(until: number) {
    while (asked < until && !signal.aborted) {
      const turn = asked;
      asked += 1;
      if (turn % everyLine === 0) await writeLine(port, turn / everyLine, judge);
      else if (turn % everySocket === 1)
        messages += await speakOnSocket(port, ground, crowd, judge);
      else await ask(pick(makers)(ground, pick(callerKinds)));
    }
  }
  const memory: { rss: number; heap: number }[] = [];
  while (asked < requests && site.child.exitCode === null && !signal.aborted) {
    // Counters that would refuse the next requests are reset, and attackers who have closed their
    // own accounts are replaced.
    await admin((client) => client.query('truncate private.rate_limits'));
    await crowd.renew();
    const from = asked;
    const until = Math.min(asked + stretch, requests);
    const began = performance.now();
    await Promise.all(Array.from({ length: atOnce }, () => work(until)));
    const rate = Math.round((1_000 * (asked - from)) / (performance.now() - began));
    const held = await stage.memory();
    memory.push(held);
    say(
      `${asked} requests, ${messages} messages on sockets, ${rate} a second, ${held.rss} MB (${held.heap} MB of JavaScript), ${judge.findings().length} kinds of findings`,
    );
  }
  sender.close();

  const after = await digestOf(stage, victims);
  for (const [table, digest] of Object.entries(before)) {
    if (after[table] !== digest) judge.found('rows of others were changed', table);
  }
  const [first, last] = [memory[0], memory.at(-1)];
  if (first && last && last.heap - first.heap > mostGrowth)
    judge.found('memory grows', `${first.heap} MB of JavaScript, then ${last.heap} MB`);
  return judge;
}

function listOf({ pages, files, tables, calls, functions, auth, buckets }: Targets): string {
  const counts = { addresses: pages, files, tables, 'functions in SQL': calls, functions };
  return Object.entries({ ...counts, 'addresses of accounts': auth, buckets })
    .map(([name, all]) => `${all.length} ${name}`)
    .join(', ');
}
