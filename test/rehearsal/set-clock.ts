import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  chooseAccount,
  installedPrograms,
  type Programs,
  preparePrograms,
} from '#database/embedded/place.ts';
import { StartError } from '#database/start-error.ts';

/**
 * A clock for programs on this machine that can be changed while they run, by Debian's faketime.
 */
export function openClock(folder: string) {
  const library = findLibrary();
  const file = join(folder, 'clock');
  let offset = 0;
  const environment = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    // Reread every second.
    FAKETIME_CACHE_DURATION: '1',
    // Setting the clock does not affect the monotonic clock by which programs wait.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  };

  function set(seconds: number) {
    offset = seconds;
    writeFileSync(file, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}s\n`);
    chmodSync(file, 0o644);
  }
  set(0);
  return {
    set,
    now: () => Date.now() + offset * 1_000,
    environment,
    /** PostgreSQL's programs, whose engine follows this clock. */
    programs(): Programs {
      // Where PostgreSQL's account can run them, although the site lies in root's own folder.
      const { bin: installed } = preparePrograms(chooseAccount(folder));
      const { version } = installedPrograms();
      const bin = join(folder, 'programs', 'bin');
      mkdirSync(bin, { recursive: true });
      for (const name of readdirSync(installed)) {
        if (name !== 'postgres') symlinkSync(join(installed, name), join(bin, name));
      }
      const settings = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
      const words = `exec env ${settings.join(' ')} ${join(installed, 'postgres')} "$@"`;
      writeFileSync(join(bin, 'postgres'), `#!/bin/sh\n${words}\n`, { mode: 0o755 });
      return { native: join(folder, 'programs'), version };
    },
  };
}

function findLibrary(): string {
  const found = readdirSync('/usr/lib')
    .map((name) => `/usr/lib/${name}/faketime/libfaketimeMT.so.1`)
    .find((path) => existsSync(path));
  if (found) return found;
  throw new StartError(
    'There is no faketime here. Install it (on Debian: apt-get install faketime), then try again.',
  );
}
