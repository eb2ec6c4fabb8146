import { runCollected } from './run-program.ts';

/** Kept between checks, so that the next one looks only at what has changed. */
const kept = 'node_modules/.cache';

/** Formatting, lint, import rules and cycles; types; unused exports, files and packages. */
export async function checkCode(): Promise<boolean> {
  const typesOfRoutes = await runCollected('react-router', ['typegen']);
  const statuses = await Promise.all([
    runCollected('biome', ['check', '--error-on-warnings']),
    runCollected('tsc', [
      // Several checkers would repeat much of the work, and the other processors are busy anyway.
      ...['--checkers', '1'],
      ...['--incremental', '--tsBuildInfoFile', `${kept}/check.tsbuildinfo`],
    ]),
    runCollected('knip', ['--treat-config-hints-as-errors', '--cache']),
  ]);
  return [typesOfRoutes, ...statuses].every((status) => status === 0);
}
