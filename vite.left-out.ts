import { resolve } from 'node:path';
import type { Plugin } from 'vite';

/**
 * What the official client brings for services that this site does not have, tables of Iceberg and wallets of
 * Ethereum, and for the key of the service role, which no browser has.
 */
const leftOut = [
  { id: 'iceberg-js', by: '/@supabase/storage-js/' },
  { id: './lib/web3/ethereum', by: '/@supabase/auth-js/' },
  { id: './GoTrueAdminApi', by: '/@supabase/auth-js/' },
];

/** Leaves it out of what browsers load: every signed-in screen would carry four kilobytes of it. */
export function withoutUnusedServices(): Plugin {
  return {
    name: 'without-unused-services',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId(id, importer) {
      if (leftOut.some((each) => each.id === id && importer?.includes(each.by)))
        return resolve('app/data/left-out.ts');
    },
  };
}
