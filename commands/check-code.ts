import { execFileSync } from 'node:child_process';
import { runProgram } from './run-program.ts';

/** Format, lint, import rules and circles, then types, then what nobody uses: exports, files, packages. */
export async function checkCode(): Promise<boolean> {
  // Biome's launcher is a script of Node; its own binary needs no Node at all.
  const lint = await runProgram('biome', ['check', '--error-on-warnings']);
  execFileSync(process.execPath, ['node_modules/.bin/react-router', 'typegen'], {
    stdio: 'ignore',
  });
  const types = await runProgram('tsc', []);
  const unused = await runProgram('knip', ['--treat-config-hints-as-errors']);
  return lint === 0 && types === 0 && unused === 0;
}
