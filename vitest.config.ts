import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** These mostly wait. Begun late, as their size would have it, they are what all else waits for in the end. */
const begunFirst = new RegExp(
  [
    '/test/[^/]+$',
    '/server/(backup/|queue/queue-stop|outside/read-txt|search-hold)',
    '/database/(lines/silent-line|embedded/|failover)',
    '/api/realtime/killed',
  ].join('|'),
);

class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const largestFirst = await super.sort(files);
    const isFirst = ({ moduleId }: TestSpecification) => begunFirst.test(moduleId);
    return [...largestFirst.filter(isFirst), ...largestFirst.filter((file) => !isFirst(file))];
  }
}

/** Hooks are mounted by what only React for development brings: `act`, and StrictMode that mounts twice. */
const ofHooks = 'app/**/*.test.tsx';

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'site',
          include: ['{api,app,bench,database,domain,mail,server,test}/**/*.test.{ts,tsx}'],
          exclude: ['test/journeys/**', ofHooks],
          globalSetup: ['test/support/vitest-setup.ts'],
          // As the site runs: React for development takes three times as long to make a page or a mail.
          env: { NODE_ENV: 'production' },
        },
      },
      {
        extends: true,
        test: { name: 'hooks', include: [ofHooks], env: { NODE_ENV: 'development' } },
      },
    ],
    sequence: { sequencer: WaitingFirst },
    pool: 'forks',
    // A process of its own for each file would spend a third of the time on starting and importing.
    isolate: false,
    // What collects beside the tests has no processor of its own: to wake it takes a twentieth of a worker's time.
    execArgv: ['--single-threaded-gc'],
    // Some tests wait, so two processors have work for three; more get into each other’s way.
    maxWorkers: 3,
    // No test fails because the machine has other work; these end what would never end.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
