import { type ChildProcess, spawn } from 'node:child_process';

/** Starts a program of ours and waits until it says where it answers. */
export async function launch(
  file: string,
  args: string[],
  environment: Record<string, string> = {},
) {
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const [, ready] = output.match(/^ready (\S+)$/m) ?? [];
      if (ready) resolve(ready);
    });
    child.on('exit', () => reject(new Error(`${file} ended: ${output}`)));
  });
  return { child, url };
}

export function end(child: ChildProcess): Promise<unknown> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  return ended;
}
