import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { chunks } from './vite.chunks.ts';

/** The chunks as the bundler takes them. A rule about a file that is gone would bind nothing in silence. */
export function chunkGroups(from = chunks) {
  const gone = from.flatMap(({ name, modules }) =>
    modules
      .filter((module) => !existsSync(resolve(import.meta.dirname, module)))
      .map((module) => `${name}: ${module}`),
  );
  if (gone.length > 0) {
    throw new Error(
      `vite.chunks.ts names what is not there; name what took its place:\n  ${gone.join('\n  ')}`,
    );
  }
  return from.map(({ name, priority, modules }) => ({
    name,
    priority,
    test: (id: string) => modules.some((module) => isModule(id, module)),
  }));
}

/** What follows a question mark is said to the plugins, not to the disk. */
function isModule(id: string, module: string): boolean {
  if (module.endsWith('/')) return id.includes(`/${module}`);
  return id.replace(/\?.*$/, '').endsWith(`/${module}`);
}
