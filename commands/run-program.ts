import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Runs a dependency's program on this Node and streams its output. */
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

/** The same, but prints the output at the end, for programs that run side by side. */
export function runCollected(
  name: string,
  args: string[],
  environment: Record<string, string> = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join('node_modules/.bin', name), ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...environment },
    });
    const output: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => output.push(chunk));
    }
    child.on('error', reject);
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(output));
      resolve(code ?? 1);
    });
  });
}
