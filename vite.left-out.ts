import { resolve } from 'node:path';
import type { Plugin } from 'vite';

/**
 * What the official client brings for services that this site does not have: tables of Iceberg, buckets of vectors and
 * of analytics. And how the router would report on itself to who gives it instruments.
 */
const leftOut = [
  { id: 'iceberg-js', by: '/@supabase/storage-js/', standIn: 'left-out' },
  { id: './instrumentation.js', by: '/react-router/', standIn: 'left-out-router' },
];

/** In one file with what is needed: where nobody makes one, the bundler drops its class. */
const unusedMakings = /return new Storage(?:Vectors|Analytics)Client\([^;]*\);/g;
const unusedMade = 2;

/** Leaves it out of what browsers load: every signed-in screen would carry five kilobytes of it. */
export function withoutUnusedServices(): Plugin {
  return {
    name: 'without-unused-services',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId(id, importer) {
      const out = leftOut.find((each) => each.id === id && importer?.includes(each.by));
      if (out) return resolve(`app/data/${out.standIn}.ts`);
    },
    transform(code, id) {
      if (!id.includes('/@supabase/storage-js/')) return undefined;
      if (code.match(unusedMakings)?.length !== unusedMade)
        this.error('vite.left-out.ts does not find what it leaves out of the storage client.');
      return { code: code.replaceAll(unusedMakings, 'return undefined;'), map: null };
    },
  };
}
