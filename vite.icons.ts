import { resolve } from 'node:path';
import type { Plugin } from 'vite';

/** Lets the icons be drawn by few lines of ours; the library's own would cost every screen 1.5 KB. */
export function icons(): Plugin {
  return {
    name: 'icons',
    enforce: 'pre',
    apply: 'build',
    resolveId(id, importer) {
      if (!id.endsWith('/createLucideIcon.mjs') || !importer?.includes('/lucide-react/')) return;
      return resolve('app/ui/draw-icon.ts');
    },
  };
}
