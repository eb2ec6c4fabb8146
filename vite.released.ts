import { execFileSync } from 'node:child_process';
import type { Plugin } from 'vite';

/** The day on which what people see was last changed, for the sitemap. */
export function released(): Plugin {
  return {
    name: 'released',
    config: () => ({ define: { __RELEASED__: JSON.stringify(lastChange()) } }),
  };
}

/** Where the history is not there, as in an image, the day of the build. */
function lastChange(): string {
  try {
    const command = ['log', '-1', '--format=%cs', '--', 'app', 'domain', 'public'];
    const day = execFileSync('git', command, { stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
    if (/^\d{4}-\d\d-\d\d$/.test(day)) return day;
  } catch {
    // Neither is git itself, perhaps.
  }
  return new Date().toISOString().slice(0, 10);
}
