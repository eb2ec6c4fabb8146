import { runProgram } from './run-program.ts';

/** Twenty thousand random questions to the table API; `npm test` asks two thousand. */
process.exitCode = await runProgram('vitest', ['run', '--mode', 'fuzz', 'api/rest/fuzz.test.ts'], {
  NODE_ENV: 'test',
});
