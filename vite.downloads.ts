import type { Plugin } from 'vite';

const path = '/downloads/ai-readiness-checklist.pdf';

/** Files to keep that are made from the content: written by the build, made anew in development. */
export function downloads(): Plugin {
  return {
    name: 'downloads',

    async generateBundle() {
      if (this.environment.name !== 'client') return;
      this.emitFile({ type: 'asset', fileName: path.slice(1), source: await makePdf() });
    },

    configureServer(server) {
      server.middlewares.use(path, async (_request, response, next) => {
        try {
          response.setHeader('content-type', 'application/pdf').end(await makePdf());
        } catch (error) {
          next(error);
        }
      });
    },
  };
}

/** Loaded by Node itself, which knows the project's `#app/` imports; the bundled config does not. */
async function makePdf(): Promise<Buffer> {
  const file = new URL('./app/downloads/checklist-pdf.ts', import.meta.url).href;
  const { makeChecklistPdf } = await import(/* @vite-ignore */ file);
  return makeChecklistPdf();
}
