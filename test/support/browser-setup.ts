import { openDatabases } from '#database/lines/replicas.ts';
import { seedDemo } from '#database/seed/seed.ts';
import { startTestEngine, template } from './engine.ts';

/**
 * One PostgreSQL for all browser tests; each site clones a database from it, with the demo content.
 */
export default async function setup() {
  const { admin, login, stop } = await startTestEngine();
  const database = openDatabases({ primary: { ...login, database: template } }, { connections: 2 });
  await seedDemo(database, () => {});
  await database.close();
  process.env.TEST_ENGINE = JSON.stringify({ admin, login });
  return stop;
}
