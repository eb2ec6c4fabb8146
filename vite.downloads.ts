import type { Plugin } from 'vite';
import type { downloads as listed } from './server/files/downloads.ts';

/** Files to keep that are made from the content: written by the build, made anew in development. */
export function downloads(): Plugin {
  return {
    name: 'downloads',

    async generateBundle() {
      if (this.environment.name !== 'client') return;
      for (const { path, make } of await listDownloads()) {
        this.emitFile({ type: 'asset', fileName: path.slice(1), source: await make() });
      }
    },

    configureServer(server) {
      server.middlewares.use('/downloads', async (request, response, next) => {
        try {
          const path = `/downloads${request.url?.replace(/\?.*/, '')}`;
          const known = (await listDownloads()).find((download) => download.path === path);
          if (!known) return next();
          response.setHeader('content-type', known.type).end(await known.make());
        } catch (error) {
          next(error);
        }
      });
    },
  };
}

/** Loaded by Node itself, which knows the project's `#app/` imports; the bundled config does not. */
async function listDownloads(): Promise<typeof listed> {
  const address = new URL('./server/files/downloads.ts', import.meta.url).href;
  return (await import(/* @vite-ignore */ address)).downloads;
}
