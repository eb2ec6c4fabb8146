import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { build, type Plugin } from 'vite';

const virtualId = 'virtual:enhance';
const source = 'app/enhance/enhance.ts';
const toaster = 'app/ui/toaster.ts';

/**
 * Builds the small script of the content pages as one file that shares no chunk with the
 * hydrated pages, and tells the document where it lies.
 */
export function enhanceScript(): Plugin {
  let toasterRef = '';
  return {
    name: 'enhance-script',

    config: () => ({
      define: { __TOASTER_URL__: JSON.stringify(`/${toaster}`) },
      // Pre-bundled, it would escape the transform below.
      optimizeDeps: { exclude: ['sonner'] },
    }),

    buildStart() {
      const { command } = this.environment.config;
      if (command !== 'build' || this.environment.name !== 'client') return;
      toasterRef = this.emitFile({
        type: 'chunk',
        id: resolve(toaster),
        name: 'toaster',
        preserveSignature: 'strict',
      });
    },

    async generateBundle() {
      if (this.environment.name !== 'client') return;
      const { base, build: options } = this.environment.config;
      const code = await bundle(`${base}${this.getFileName(toasterRef)}`);
      const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
      const fileName = `${options.assetsDir}/enhance-${hash}.js`;
      this.emitFile({ type: 'asset', fileName, source: code });
    },

    resolveId: (id) => (id === virtualId ? `\0${virtualId}` : undefined),

    load(id) {
      if (id !== `\0${virtualId}`) return;
      if (this.environment.name === 'client') return clientModule;
      return `export const enhanceUrl = ${JSON.stringify(findUrl(this.environment.getTopLevelConfig()))}`;
    },

    transform(code, id) {
      // Sonner writes a <style> when it is loaded, which the Content-Security-Policy forbids.
      // Its stylesheet comes with the toaster instead.
      if (id.includes('/sonner/dist/index.mjs')) {
        return { code: code.replace(/^__insertCSS\(.*\);$/m, ''), map: null };
      }
    },
  };
}

/** The server alone decides the address; when the browser draws the document it repeats it. */
const clientModule = `export const enhanceUrl =
  document.querySelector('script[data-enhance]')?.getAttribute('src') ?? undefined`;

async function bundle(toasterUrl: string) {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { __TOASTER_URL__: JSON.stringify(toasterUrl) },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rollupOptions: { input: resolve(source) },
    },
  });
  const chunk = [output].flat().flatMap((part) => ('output' in part ? part.output : []))[0];
  if (chunk?.type !== 'chunk') throw new Error(`${source} was not bundled`);
  return chunk.code;
}

type TopLevelConfig = {
  command: string;
  base: string;
  environments: Record<string, { build: { outDir: string; assetsDir: string } }>;
};

/** The client is built before the server, so the file is there to be found. */
function findUrl({ command, base, environments }: TopLevelConfig) {
  if (command === 'serve') return `${base}${source}`;
  const client = environments.client?.build;
  if (!client) throw new Error('the client environment is missing');
  const file = readdirSync(resolve(client.outDir, client.assetsDir)).find((name) =>
    /^enhance-.*\.js$/.test(name),
  );
  if (!file) throw new Error('build the client before the server: enhance-*.js is missing');
  return `${base}${client.assetsDir}/${file}`;
}
