import { startSetUp, testEngineOn } from '../test/rehearsal/set-up.ts';
import { buildIfStale } from './build-site.ts';
import { tellUsage } from './read-words.ts';
import { runProgram } from './run-program.ts';
import { orFail, say } from './with-database.ts';

/** Everything that calls the API, and everything that processes share. */
const usual = [
  'api',
  'database/migrations',
  ...['cached-pages', 'cached-pages-changes', 'kept-pages', 'search-hold'].map(
    (name) => `server/${name}.test.ts`,
  ),
  'server/words',
];

const usage = `npm run rehearse             tests on a primary with two streaming replicas, behind a pooler
npm run rehearse -- PATH     a part of them; what follows is for Vitest
It needs PgBouncer. See docs/scale.md for more.`;

await orFail(async () => {
  tellUsage(usage);
  const words = process.argv.slice(2);
  await buildIfStale();
  say('Starting a primary, two replicas and a pooler');
  const setUp = await startSetUp();
  try {
    const { engine } = await testEngineOn(setUp);
    // The terminal signals vitest too; this process cleans up once vitest has ended.
    process.on('SIGINT', () => {});
    process.exitCode = await runProgram('vitest', ['run', ...(words.length > 0 ? words : usual)], {
      NODE_ENV: 'production',
      TEST_ENGINE: JSON.stringify(engine),
    });
  } finally {
    await setUp.stop();
  }
});
