import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Loaded before the site: on SIGUSR2 it collects what nobody holds, and says what is left. */
process.on('SIGUSR2', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  collect();
  collect();
  process.stdout.write(`memory ${JSON.stringify(process.memoryUsage())}\n`);
});
