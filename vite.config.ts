import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { askedAnew } from './vite.asked-anew.ts';
import { chunkGroups } from './vite.chunk-groups.ts';
import { compiledAhead } from './vite.compiled-ahead.ts';
import { downloads } from './vite.downloads.ts';
import { enhanceScript } from './vite.enhance.ts';
import { icons } from './vite.icons.ts';
import { layersInOrder } from './vite.layers.ts';
import { withoutUnusedServices } from './vite.left-out.ts';
import { released } from './vite.released.ts';
import { withoutUnusedMethods } from './vite.unused-methods.ts';

export default defineConfig(({ command }) => ({
  // Bundled, its icons are drawn by our own few lines on the server as well.
  ssr: { noExternal: command === 'build' ? ['lucide-react'] : [] },
  plugins: [
    layersInOrder(),
    tailwindcss(),
    icons(),
    enhanceScript(),
    downloads(),
    released(),
    withoutUnusedServices(),
    withoutUnusedMethods(),
    reactRouter(),
    askedAnew(),
    compiledAhead(),
  ],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Addresses by name cost the files that use them nothing: the name is gone from what is built.
          optimization: { inlineConst: { mode: 'all', pass: 1 } },
          output: {
            codeSplitting: { groups: chunkGroups() },
            // By this name the pages for people who are signed in find it.
            chunkFileNames: ({ facadeModuleId }) =>
              `assets/${facadeModuleId?.includes('/@supabase/supabase-js/') ? 'client-library' : '[name]'}-[hash].js`,
          },
        },
      },
    },
  },
}));
