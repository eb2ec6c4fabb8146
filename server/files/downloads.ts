import { certifications } from '#app/content/certifications.ts';
import type { Words } from '#domain/site/words.ts';
import { withWords } from '../words/scope.ts';
import type { SiteWords } from '../words/site-words.ts';
import { etagOf, type StoredFile } from './stored-files.ts';

type Download = { path: string; type: string; make: () => Promise<Buffer> };

/**
 * Downloads that are made from the content. The code that makes them is loaded when one is made.
 */
export const downloads: readonly Download[] = [
  {
    path: '/downloads/ai-readiness-checklist.pdf',
    type: 'application/pdf',
    async make() {
      const { makeChecklistPdf } = await import('#app/downloads/checklist-pdf.ts');
      return makeChecklistPdf();
    },
  },
  ...certifications.map(({ slug, credential, name, summary, hours }) => ({
    path: `/downloads/sample-certificate-${slug}.webp`,
    type: 'image/webp',
    async make() {
      const { makeSamplePicture } = await import('#api/credentials/badge/sample-picture.ts');
      return makeSamplePicture({
        code: credential,
        name,
        summary,
        hours: { from: hours, to: hours },
      });
    },
  })),
];

/**
 * The build's downloads give the company the release's name. If owners rename it, they are made
 * again one after the other, and the previous ones are served until then.
 */
export function followBrand(
  files: Map<string, StoredFile>,
  words: Pick<SiteWords, 'now' | 'onChange'>,
  reportBug: (error: unknown) => void,
) {
  const built = new Map(
    downloads.flatMap(({ path }) => {
      const file = files.get(path);
      return file ? [[path, file] as const] : [];
    }),
  );
  let shown = nameOf({});
  let last: Promise<void> = Promise.resolve();

  async function make(standing: Words) {
    for (const { path, make } of downloads) {
      const file = built.get(path);
      // A change published in the meantime makes it once more.
      if (!file || nameOf(standing) !== shown) continue;
      const body = standing.brand ? Buffer.from(await withWords(standing, make)) : undefined;
      if (nameOf(standing) === shown)
        files.set(
          path,
          body ? { ...file, body, etag: etagOf(body), brotli: undefined, gzip: undefined } : file,
        );
    }
  }

  function look() {
    const { words: standing } = words.now();
    if (nameOf(standing) === shown) return;
    shown = nameOf(standing);
    last = last.then(() => make(standing)).catch(reportBug);
  }
  words.onChange(look);
  look();
}

/** What they contain about the company. */
const nameOf = ({ brand }: Words) => JSON.stringify(brand ?? null);
