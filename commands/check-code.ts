import { runCollected } from './run-program.ts';

/** What is kept between two checks, so that the second looks only at what changed. */
const kept = 'node_modules/.cache';

/** Format, lint, import rules and circles; types; and what nobody uses: exports, files, packages. */
export async function checkCode(): Promise<boolean> {
  const typesOfRoutes = await runCollected('react-router', ['typegen']);
  const statuses = await Promise.all([
    runCollected('biome', ['check', '--error-on-warnings']),
    runCollected('tsc', [
      // Several would each look at much of the same, and the others here have the other processors.
      ...['--checkers', '1'],
      ...['--incremental', '--tsBuildInfoFile', `${kept}/check.tsbuildinfo`],
    ]),
    runCollected('knip', ['--treat-config-hints-as-errors', '--cache']),
  ]);
  return [typesOfRoutes, ...statuses].every((status) => status === 0);
}
