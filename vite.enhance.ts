import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { inlineScript } from './vite.inline-script.ts';

const virtualId = 'virtual:enhance';
/** For content pages, with more in it for the pages of the job board, with less for hydrated pages, and one beside it. */
const sources = {
  enhance: 'app/enhance/enhance.ts',
  'enhance-jobs': 'app/enhance/jobs.ts',
  'enhance-screen': 'app/enhance/screen.ts',
  'check-credentials': 'app/enhance/verify.ts',
};
/** Written into the document itself. */
const inlined = { 'in-document': 'app/enhance/in-document.ts' };
type ScriptName = keyof typeof sources;

/** What the scripts load only when they need it, and share with the hydrated pages. */
const modules = {
  __TOASTER_URL__: 'app/ui/toaster.ts',
  __CLIENT_URL__: 'app/data/supabase.ts',
  __OLDER_MENUS_URL__: 'app/ui/older-menus.ts',
  __MENUS_FOR_MOUSE_URL__: 'app/ui/menus-for-mouse.ts',
};

/** What members see of a page, which loads it when it has learned who they are. */
const ofMembers = {
  page: 'app/routes/browse-candidates.tsx',
  screen: 'app/features/candidates/candidate-search-screen.tsx',
};

/**
 * Builds the small scripts that come with every page, each as one file that shares no chunk with the
 * hydrated pages, and tells the document where they lie.
 */
export function enhanceScript(): Plugin {
  const refs: Record<string, string> = {};
  return {
    name: 'enhance-script',

    config: () => ({
      define: { ...urls((name) => `/${modules[name]}`), __MEMBER_FILES__: '[]' },
      // Pre-bundled, it would escape the transform below.
      optimizeDeps: { exclude: ['sonner'] },
    }),

    buildStart() {
      const { command } = this.environment.config;
      if (command !== 'build' || this.environment.name !== 'client') return;
      for (const [name, path] of Object.entries(modules)) {
        refs[name] = this.emitFile({
          type: 'chunk',
          id: resolve(path),
          preserveSignature: 'strict',
        });
      }
    },

    async generateBundle(_, built) {
      if (this.environment.name !== 'client') return;
      const { base, build: options } = this.environment.config;
      const already = filesOf(built, ofMembers.page);
      const members = filesOf(built, ofMembers.screen).filter((file) => !already.includes(file));
      const define = {
        ...urls((name) => `${base}${this.getFileName(refs[name] ?? '')}`),
        __MEMBER_FILES__: JSON.stringify(members.map((file) => `${base}${file}`)),
      };
      for (const [name, path] of Object.entries({ ...sources, ...inlined })) {
        const code = await bundle(path, define);
        const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
        const fileName = `${options.assetsDir}/${name}-${hash}.js`;
        this.emitFile({ type: 'asset', fileName, source: code });
      }
      for (const { fileName, source } of await bundleOwnPage(options.assetsDir, define)) {
        this.emitFile({ type: 'asset', fileName, source });
      }
    },

    resolveId: (id) => (id === virtualId ? `\0${virtualId}` : undefined),

    load(id) {
      if (id !== `\0${virtualId}`) return;
      if (this.environment.name === 'client') return clientModule;
      const config = this.environment.getTopLevelConfig();
      return `export const enhanceUrl = ${JSON.stringify(findUrl('enhance', config))};
        export const jobsScriptUrl = ${JSON.stringify(findUrl('enhance-jobs', config))};
        export const screenScriptUrl = ${JSON.stringify(findUrl('enhance-screen', config))};
        export const verifyScriptUrl = ${JSON.stringify(findUrl('check-credentials', config))};
        export const inDocumentScript = ${JSON.stringify(readInlined('in-document', config))};`;
    },

    transform: withoutSonnersStyle,
  };
}

/** Sonner writes a <style> when it is loaded, which the policy of pages forbids. It comes with the toaster instead. */
function withoutSonnersStyle(code: string, id: string) {
  if (!id.includes('/sonner/dist/index.mjs')) return undefined;
  return { code: code.replace(/^__insertCSS\(.*\);$/m, ''), map: null };
}

/** The server alone decides the address; when the browser draws the document it repeats it. */
const clientModule = `export const screenScriptUrl =
  document.querySelector('script[data-enhance]')?.getAttribute('src') ?? undefined;
  export const enhanceUrl = undefined;
  export const jobsScriptUrl = undefined;
  export const verifyScriptUrl = undefined;
  export const inDocumentScript = ''`;

/** What a browser loads for a module: its file, all that this asks for at once, and their looks. */
function filesOf(built: Rolldown.OutputBundle, module: string): string[] {
  const chunks = Object.values(built).filter((output) => output.type === 'chunk');
  const found = new Set<Rolldown.OutputChunk>();
  const find = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || found.has(chunk)) return;
    found.add(chunk);
    for (const name of chunk.imports) find(chunks.find(({ fileName }) => fileName === name));
  };
  find(
    chunks.find(({ moduleIds }) =>
      moduleIds.some((id) => id.replace(/\?.*$/, '') === resolve(module)),
    ),
  );
  if (found.size === 0) throw new Error(`${module} is in no file of the browser's`);
  return [...found].flatMap(({ fileName, moduleIds, viteMetadata }) => [
    // Vite takes a script away in which there were nothing but looks.
    ...(moduleIds.every((id) => /\.css(\?|$)/.test(id)) ? [] : [fileName]),
    ...(viteMetadata?.importedCss ?? []),
  ]);
}

function urls(urlOf: (name: keyof typeof modules) => string) {
  const names = Object.keys(modules) as (keyof typeof modules)[];
  return Object.fromEntries(names.map((name) => [name, JSON.stringify(urlOf(name))]));
}

async function bundle(source: string, define: Record<string, string>) {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define,
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

/**
 * What fills the pages that only some people have shares nothing with the pages for everybody: those neither name
 * its files nor grow by it. The server finds them by these names.
 */
async function bundleOwnPage(folder: string, define: Record<string, string>) {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define,
    plugins: [{ name: 'own-page', transform: withoutSonnersStyle }],
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rollupOptions: {
        input: resolve('app/enhance/own-page.ts'),
        preserveEntrySignatures: 'strict',
        output: {
          entryFileNames: `${folder}/own-page-[hash].js`,
          chunkFileNames: `${folder}/own-part-[hash].js`,
          assetFileNames: `${folder}/own-part-[hash][extname]`,
        },
      },
    },
  });
  const parts = [output].flat().flatMap((part) => ('output' in part ? part.output : []));
  return parts.map((part) => ({
    fileName: part.fileName,
    source: part.type === 'chunk' ? part.code : part.source,
  }));
}

type TopLevelConfig = {
  command: string;
  base: string;
  environments: Record<string, { build: { outDir: string; assetsDir: string } }>;
};

/** The client is built before the server, so the file is there to be found. */
function findUrl(script: ScriptName, config: TopLevelConfig) {
  const { command, base } = config;
  return command === 'serve' ? `${base}${sources[script]}` : findBuilt(script, config);
}

/** Nothing in development, where screens ask when they are there. */
function readInlined(script: keyof typeof inlined, config: TopLevelConfig) {
  const { outDir } = clientBuild(config);
  if (config.command === 'serve') return '';
  return inlineScript(
    readFileSync(resolve(outDir, `.${findBuilt(script, { ...config, base: '/' })}`), 'utf8'),
  );
}

function clientBuild({ environments }: TopLevelConfig) {
  const client = environments.client?.build;
  if (!client) throw new Error('the client environment is missing');
  return client;
}

function findBuilt(script: string, config: TopLevelConfig) {
  const { base } = config;
  const client = clientBuild(config);
  const shape = new RegExp(`^${script}-[\\w-]{8}\\.js$`);
  const file = readdirSync(resolve(client.outDir, client.assetsDir)).find((name) =>
    shape.test(name),
  );
  if (!file) throw new Error(`build the client before the server: ${script}-*.js is missing`);
  return `${base}${client.assetsDir}/${file}`;
}
