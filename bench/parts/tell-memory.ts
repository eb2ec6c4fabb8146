import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Loaded before the site.
const tell = () => process.stdout.write(`memory ${JSON.stringify(process.memoryUsage())}\n`);
process.on('SIGUSR2', tell);

/** Nobody has a window here, so this signal is free. It collects what nobody holds before it tells. */
process.on('SIGWINCH', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  collect();
  collect();
  tell();
});
