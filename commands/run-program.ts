import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Runs a program of a dependency on this Node, its output shown as it comes. */
export function runProgram(
  name: string,
  args: string[],
  environment: Record<string, string> = {},
): Promise<number> {
  return runProgramFile(join('node_modules/.bin', name), args, environment);
}

export function runProgramFile(
  file: string,
  args: string[],
  environment: Record<string, string> = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file, ...args], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...environment },
    });
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}
