import { rmSync } from 'node:fs';
import { hash, verify } from '@node-rs/argon2';
import { owaspCost } from '#api/auth/passwords.ts';
import { makeDataDir } from '#test/support/engine.ts';
import { cpuSeconds } from './parts/cpu-seconds.ts';
import { keepAsking, requestOf } from './parts/keep-asking.ts';
import { end, launchSite } from './parts/launch.ts';
import { report } from './parts/report.ts';
import { atLeast } from './parts/result.ts';

const rounds = 12;
const connections = 8;
const people = 64;
const checksEach = 4 * people;
/** A site runs for weeks, so what Node spends on compiling rarely used code must not count. */
const warmUps = 16 * people;
const password = 'a password of the bench';

/**
 * Sign-ins per second over HTTP, beside the rate at which this machine verifies the same argon2id
 * hash and does nothing else. Short turns, alternating, so that both meet the same machine.
 */
async function benchAuth() {
  const dataDir = makeDataDir('site-bench-');
  const secretKey = crypto.randomUUID();
  // Everybody signs in more often than people do; the limits count them, but allow it.
  const site = await launchSite({
    DATA_DIR: dataDir,
    PORT: '0',
    SEED: 'none',
    LOG_LEVEL: 'silent',
    SECRET_KEY: secretKey,
    TRUST_PROXY: 'true',
    AUTH_LIMIT_TOKENS: '1000000/60',
    AUTH_LIMIT_PASSWORDS_PER_ADDRESS: '1000000/60',
    AUTH_LIMIT_PASSWORDS_PER_CLIENT: '1000000/60',
  });
  try {
    const { supabaseKey } = await (await fetch(`${site.url}/config.json`)).json();
    const stored = await hash(password, owaspCost);
    await addPeople(site.url, secretKey, stored);
    await signIn(site.url, supabaseKey, warmUps);
    const turns: { signIn: Turn; raw: Turn }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const raw = await verifyOnly(stored);
      const before = cpuSeconds(site.child.pid);
      const rate = await signIn(site.url, supabaseKey, checksEach);
      const cpu = (cpuSeconds(site.child.pid) - before) / checksEach;
      turns.push({ raw, signIn: { rate, cpu } });
    }
    const rate = (which: keyof (typeof turns)[number]) =>
      median(turns.map((turn) => turn[which].rate));
    const cpu = (which: keyof (typeof turns)[number]) =>
      median(turns.map((turn) => turn[which].cpu)) * 1_000;
    const row = {
      work: 'sign-in',
      'sign-ins/s': rate('signIn').toFixed(1),
      'argon2id/s': rate('raw').toFixed(1),
      ratio: (rate('signIn') / rate('raw')).toFixed(2),
      'CPU ms a sign-in': cpu('signIn').toFixed(1),
      'CPU ms an argon2id': cpu('raw').toFixed(1),
      'ratio by CPU': (cpu('raw') / cpu('signIn')).toFixed(2),
    };
    report('auth', {
      title: 'Sign-in',
      explanation: `Sign-ins per second over HTTP, beside argon2id alone with the same parameters, as many at a time on the same thread
pool. Both ratios compare the hash to the whole: 1.00 is a sign-in that costs nothing but its hash.`,
      rows: [row],
      goals: [atLeast('ratio', 0.85)],
    });
  } finally {
    await end(site.child);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** A rate depends on what else the machine does; the processor time of one sign-in does not. */
type Turn = { rate: number; cpu: number };

const addressOf = (person: number) => `person-${person}@bench.example`;

async function addPeople(url: string, apikey: string, stored: string) {
  for (let person = 0; person < people; person += 1) {
    const answer = await fetch(`${url}/auth/v1/admin/users`, {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json' },
      body: JSON.stringify({
        email: addressOf(person),
        password_hash: stored,
        email_confirm: true,
      }),
    });
    if (!answer.ok) throw new Error(`A person could not be added: ${await answer.text()}`);
  }
}

/**
 * Sign-ins per second. Different people from different addresses, so that nobody waits for
 * another's row; sending them must cost little, because it shares the processors with hashing.
 */
async function signIn(url: string, apikey: string, count: number): Promise<number> {
  const requests = Array.from({ length: count }, (_, n) => {
    const person = n % people;
    const headers = {
      apikey,
      'content-type': 'application/json',
      'x-forwarded-for': `198.51.100.${person + 1}`,
    };
    const body = JSON.stringify({ email: addressOf(person), password });
    return requestOf('/auth/v1/token?grant_type=password', headers, body);
  });
  return count / (await keepAsking(url, requests, connections));
}

/** As many at a time as the sign-ins, on the same thread pool. */
async function verifyOnly(stored: string): Promise<Turn> {
  const used = process.cpuUsage();
  const started = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (next++ < checksEach) await verify(stored, password);
    }),
  );
  const { user, system } = process.cpuUsage(used);
  return {
    rate: (checksEach * 1_000) / (performance.now() - started),
    cpu: (user + system) / 1e6 / checksEach,
  };
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

if (import.meta.main) await benchAuth();
