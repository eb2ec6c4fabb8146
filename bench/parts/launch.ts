import { type ChildProcess, spawn } from 'node:child_process';
import manifest from '../../package.json' with { type: 'json' };

const { scripts } = manifest;

/** The Node options of `npm start`, so that the bare servers run under the same ones. */
export const nodeOptions = scripts.start.split(' ').filter((word) => word.startsWith('--'));

/** Starts the site as `npm start` does. */
export function launchSite(environment: Record<string, string>) {
  const [, ...words] = scripts.start.split(' ');
  return launch(words, environment);
}

/** Starts one of our programs and waits until it prints its address. */
export async function launch(words: string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, words, {
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
    child.on('exit', () => reject(new Error(`${words.join(' ')} ended: ${output}`)));
  });
  return { child, url };
}

export function end(child: ChildProcess): Promise<unknown> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  return ended;
}
