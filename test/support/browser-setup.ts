import { startTestEngine } from './engine.ts';

/** One PostgreSQL for all browser tests; each worker clones a database of its own from it. */
export default async function setup() {
  const { admin, login, stop } = await startTestEngine();
  process.env.TEST_ENGINE = JSON.stringify({ admin, login });
  return stop;
}
