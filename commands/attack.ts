import { StartError } from '#database/start-error.ts';
import { createJudge, errorsIn, type Judge } from '../test/attack/judge.ts';
import { attackLimits } from '../test/attack/limits.ts';
import { lookAtPages } from '../test/attack/look.ts';
import { attack } from '../test/attack/run.ts';
import { openStage, type Stage, secretsOf } from '../test/attack/stage.ts';
import { storeScripts } from '../test/attack/stored-texts.ts';
import { buildIfStale } from './build-site.ts';
import { readCount, readWords } from './read-words.ts';
import { runProgram } from './run-program.ts';
import { orFail } from './with-database.ts';

const say = (line: string) => process.stdout.write(`  ${line}\n`);

type Numbers = { seed: number; requests: number; signal: AbortSignal };

const parts: Record<string, (stage: Stage, numbers: Numbers) => Promise<Judge>> = {
  requests: (stage, numbers) => attack(stage, { ...numbers, say }),
  async limits(stage) {
    const judge = createJudge(secretsOf(stage.site), say);
    await attackLimits(stage, judge, say);
    return judge;
  },
  async texts(stage) {
    const judge = createJudge(secretsOf(stage.site), say);
    const { stored, refused } = await storeScripts(stage);
    say(`scripts stand in ${stored} columns; none is taken by ${refused.join(', ')}`);
    say(`${await lookAtPages(stage, judge, say)} looks at pages`);
    return judge;
  },
};

/** Ctrl+C stops the requests; what has been found by then is still reported. */
const stopping = new AbortController();
process.once('SIGINT', () => stopping.abort());

/** Tests for holes that were fixed once, and random walks that go further than in `npm test`. */
const proofs = [
  ...[
    'auth/attacks',
    'auth/enumeration',
    'auth/first-proof',
    'auth/proved-mailbox',
    'storage/attacks',
  ],
  ...['rest/fuzz', 'rest/cached-plans', 'rest/safety', 'rest/hidden-rows', 'rest/names'],
  ...['gate', 'tokens', 'foreign-tokens', 'deep-json', 'visibility', 'realtime/private'],
  ...[
    'applications/who-may-what',
    'inbox/who-may-what',
    'credentials/who-may-what',
    'staff/who-may-what',
  ],
  'jobs/board-filters',
].map((path) => `api/${path}`);
const serverProofs = ['door', 'broken-lines', 'client-address', 'forms-only', 'own-address'].map(
  (path) => `server/${path}`,
);
const searchProofs = ['large-board', 'search-steps', 'specified-filter'].map(
  (path) => `database/migrations/${path}`,
);

const usage = `npm run attack                                       a site of its own, as strangers do: all parts
npm run attack -- requests --seed 7 --requests 20000
npm run attack -- limits | texts | proofs
See docs/attack.md for more.`;

await orFail(async () => {
  const options = {
    seed: { type: 'string', default: '2026' },
    requests: { type: 'string', default: '200000' },
  } as const;
  const { values, positionals } = readWords({ allowPositionals: true, options }, usage);
  const names = [...Object.keys(parts), 'proofs'];
  const wanted = positionals.length > 0 ? positionals : names;
  const strange = wanted.find((name) => !names.includes(name));
  if (strange)
    throw new StartError(`There is no part "${strange}"; there are ${names.join(', ')}.`);
  const numbers = {
    seed: readCount(values.seed, { name: 'seed', most: 2 ** 31 - 1, usage }),
    requests: readCount(values.requests, { name: 'requests', most: 1e9, usage }),
    signal: stopping.signal,
  };
  await buildIfStale();
  for (const name of wanted) {
    process.stdout.write(`\n${name}\n`);
    if (name === 'proofs') await runProofs();
    else await onStage((stage) => parts[name]?.(stage, numbers));
  }
});

async function onStage(run: (stage: Stage) => Promise<Judge> | undefined) {
  const stage = await openStage();
  try {
    const judge = await run(stage);
    for (const { what, line } of errorsIn(stage.site.said())) judge?.found(what, line);
    if (stage.site.child.exitCode !== null) judge?.found('the process ended', stage.site.said());
    if (judge) tell(judge);
  } finally {
    await stage.stop();
  }
}

function tell(judge: Judge) {
  for (const [what, count] of [...judge.statuses()].sort()) say(`${what}: ${count}`);
  for (const { took, said } of judge.slowest()) say(`slow: ${Math.round(took)} ms ${said}`);
  const findings = judge.findings();
  say(findings.length === 0 ? 'nothing was found' : `${findings.length} kinds of findings`);
  for (const { what, count } of findings) say(`${count} times ${what}`);
  if (findings.length > 0) process.exitCode = 1;
}

async function runProofs() {
  const words = ['run', '--mode', 'fuzz', ...proofs, ...serverProofs, ...searchProofs];
  const code = await runProgram('vitest', words, { NODE_ENV: 'production' });
  if (code !== 0) process.exitCode = code;
}
