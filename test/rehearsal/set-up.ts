import { migrate } from '#database/migrate.ts';
import { asAdmin, type TestEngine, template } from '#test/support/engine.ts';
import { followed, loginAt, type OwnReplica, startOwnReplica } from '#test/support/own-replica.ts';
import { startOwnServer } from '#test/support/own-server.ts';
import { type Pooler, startPooler } from './pooler.ts';

/** Small, because several of them run on one machine. */
const small = { shared_buffers: '64MB', max_connections: '400', synchronous_commit: 'on' };

type Options = {
  replicas?: number;
  settings?: Record<string, string>;
  /** How long a primary that ended stays down before it is restarted. */
  waits?: readonly number[];
};

/** A primary, streaming replicas, and a pooler in front of the primary. */
export async function startSetUp({ replicas: count = 2, settings = {}, waits }: Options = {}) {
  const ends: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of ends.reverse()) await end();
  };
  try {
    const primary = await startOwnServer({ ...followed, ...small, ...settings }, { waits });
    ends.push(primary.stop);
    const replicas: OwnReplica[] = [];
    for (let number = 0; number < count; number += 1) {
      const replica = await startOwnReplica(primary, { ...small, ...settings });
      ends.push(replica.stop);
      replicas.push(replica);
    }
    return { primary, replicas, ends, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export type RehearsalSetUp = Awaited<ReturnType<typeof startSetUp>>;

/** What tests use instead of an engine of their own: through the pooler, and with the replicas. */
export async function testEngineOn({
  primary,
  replicas,
  ends,
}: RehearsalSetUp): Promise<{ engine: TestEngine; pooler: Pooler }> {
  await asAdmin(primary.admin, (client) => client.query(`create database ${template}`));
  const direct = {
    ...(await migrate({ ...primary.admin, database: template })),
    host: '127.0.0.1',
  };
  const pooler = await startPooler(primary, [direct], 10);
  ends.push(pooler.stop);
  return {
    pooler,
    engine: {
      admin: primary.admin,
      login: { ...direct, port: pooler.port, direct, prepares: false },
      replicas: replicas.map((replica) => loginAt(replica, direct)),
    },
  };
}
