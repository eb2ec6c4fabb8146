import type { Plugin } from 'vite';

type Download = { path: string; type: string; make: () => Promise<Buffer> };

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
async function listDownloads(): Promise<Download[]> {
  const [{ makeChecklistPdf }, { certifications }, { makeSamplePicture }] = await Promise.all([
    load('./app/downloads/checklist-pdf.ts'),
    load('./app/content/certifications.ts'),
    load('./api/credentials/badge/sample-picture.ts'),
  ]);
  return [
    {
      path: '/downloads/ai-readiness-checklist.pdf',
      type: 'application/pdf',
      make: makeChecklistPdf,
    },
    ...(certifications as Certification[]).map(({ slug, credential, name, summary, hours }) => ({
      path: `/downloads/sample-certificate-${slug}.webp`,
      type: 'image/webp',
      make: () =>
        makeSamplePicture({ code: credential, name, summary, hours: { from: hours, to: hours } }),
    })),
  ];
}

type Certification = Record<'slug' | 'credential' | 'name' | 'summary', string> & { hours: number };

function load(path: string) {
  return import(/* @vite-ignore */ new URL(path, import.meta.url).href);
}
