import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Loaded before the site.
const tell = () => process.stdout.write(`memory ${JSON.stringify(process.memoryUsage())}\n`);
process.on('SIGUSR2', tell);

/**
 * There is no terminal window here, so this signal is free. It runs a garbage collection before it
 * reports.
 */
process.on('SIGWINCH', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  collect();
  collect();
  tell();
});
