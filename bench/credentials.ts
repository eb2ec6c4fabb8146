import { randomInt } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { createApi } from '#api/api.ts';
import { createIssuer } from '#api/credentials/badge/issuer.ts';
import { createLists } from '#api/credentials/badge/lists.ts';
import { listLength } from '#api/credentials/badge/status-list.ts';
import { openDatabase } from '#database/database.ts';
import { makeCredentialNumber } from '#domain/credentials/credential-number.ts';
import { asAdmin, cloneDatabase, startTestEngine } from '#test/support/engine.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { testAuth } from '#test/support/test-auth.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { testStorage } from '#test/support/test-storage.ts';
import { report } from './parts/report.ts';
import { atMost } from './parts/result.ts';

// A stranger verifying a number, and the status lists, with 1,000 awards and with 100,000: through
// the whole API, and as a query of the row alone.

const sizes = [1_000, 100_000];
const checks = 400;

async function benchCredentials() {
  const engine = await startTestEngine();
  const sites: Awaited<ReturnType<typeof openRegister>>[] = [];
  try {
    for (const size of sizes) sites.push(await openRegister(engine, size));
    const taken = new Map<string, number[]>();
    // In turns, so that a slow moment of the machine affects all alike; the first turn warms up.
    for (let turn = -1; turn < 5; turn += 1) {
      for (const { size, ways } of sites) {
        for (const [way, ask] of Object.entries(ways)) {
          const key = `${way}, ${size.toLocaleString('en-US')} awards`;
          const times = await timesOf(ask, checks);
          if (turn >= 0) taken.set(key, [...(taken.get(key) ?? []), ...times]);
        }
      }
    }
    report('credentials', {
      title: 'Checking credentials',
      explanation: `A stranger verifying a number, counted against the client's limit, through the whole API and as a query of the row
alone, in a register of 1,000 awards and of 100,000. Milliseconds.`,
      rows: [...taken].map(([check, times]) => ({
        check,
        p50: quantile(times, 0.5),
        p95: quantile(times, 0.95),
      })),
      goals: [atMost('p95', 20)],
    });
    report('credential-lists', {
      title: 'Lists of states',
      explanation: `The signed status list of revoked awards, one in fifty, as verifiers get it: built, signed, and its size in KB.`,
      rows: await Promise.all(
        sites.map(({ size, weighList }) =>
          weighList().then((list) => ({ awards: size.toLocaleString('en-US'), ...list })),
        ),
      ),
      goals: [atMost('KB packed', 20)],
    });
  } finally {
    for (const site of sites) await site.close();
    await engine.stop();
  }
}

/** A register with this many awards, one in fifty of them revoked. */
async function openRegister(engine: Awaited<ReturnType<typeof startTestEngine>>, size: number) {
  const { admin, login } = await cloneDatabase(engine);
  const storage = testStorage();
  const database = openDatabase(login, 5);
  const credentials = createIssuer(siteUrl, testKeys.credentialKeys);
  const numbers = Array.from({ length: size }, makeCredentialNumber);
  await asAdmin(admin, async (client) => {
    await client.query("set session_replication_role = 'replica'");
    await client.query(
      `insert into register.awards (number, type, version, name, awarded_on, status_list, status_index, state)
        select number, 'CIHIS-AI', 1, 'Holder ' || place, date '2026-01-01' + (place % 300)::int, 1, bit,
          case when place % 50 = 0 then 'revoked' else 'active' end
        from unnest($1::text[], $2::int[]) with ordinality as each (number, bit, place)`,
      [numbers, chooseBits(size)],
    );
    await client.query('analyze register.awards');
  });
  const call = createApi({
    database,
    keys: testKeys,
    credentials,
    auth: await testAuth(),
    storage,
    reportBug: (error) => console.error(error),
  });
  let asked = 0;
  const nextNumber = () => {
    asked += 1;
    return numbers[(asked * 7_919) % size] ?? '';
  };
  const throughApi = async () => {
    const number = nextNumber();
    const response = await call(
      new Request(`${siteUrl}/functions/v1/check-credential`, {
        method: 'POST',
        body: JSON.stringify({ number }),
        headers: {
          apikey: testKeys.publishableKey,
          'x-client-address': `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`,
        },
      }),
    );
    if (!response.ok) throw new Error(`The check answered ${response.status}.`);
    await response.json();
  };
  const rowAlone = () =>
    database.askAs(
      { role: 'anon', claims: {} },
      {
        name: 'bench-check',
        text: 'select * from register.check_credential($1)',
        values: [nextNumber()],
      },
    );
  return {
    size,
    ways: { 'through the API': throughApi, 'the row alone': rowAlone },
    async weighList() {
      const begin = performance.now();
      const signed = (await createLists(database, credentials)('revocation', 1)) ?? '';
      const made = performance.now() - begin;
      return {
        'ms to make': Number(made.toFixed(1)),
        'KB signed': kilobytes(signed.length),
        'KB packed': kilobytes(gzipSync(signed).length),
      };
    },
    async close() {
      await database.close();
      storage.clear();
    },
  };
}

/** At random, as in the register, so that the list compresses no better than a real one. */
function chooseBits(size: number): number[] {
  const bits = new Set<number>();
  while (bits.size < size) bits.add(randomInt(listLength));
  return [...bits];
}

async function timesOf(ask: () => Promise<unknown>, times: number): Promise<number[]> {
  const taken: number[] = [];
  for (let index = 0; index < times; index += 1) {
    const begin = performance.now();
    await ask();
    taken.push(performance.now() - begin);
  }
  return taken;
}

function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Number((sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(2));
}

const kilobytes = (bytes: number) => Number((bytes / 1_000).toFixed(1));

await benchCredentials();
