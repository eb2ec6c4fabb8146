import { runProgram } from './run-program.ts';

/** Many more random questions to the table API than `npm test` asks, and sequences of them. */
const files = ['api/rest/fuzz.test.ts', 'api/rest/cached-plans.test.ts'];
process.exitCode = await runProgram('vitest', ['run', '--mode', 'fuzz', ...files], {
  NODE_ENV: 'test',
});
