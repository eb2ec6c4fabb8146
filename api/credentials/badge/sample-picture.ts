import sharp from 'sharp';
import { certificateSvg } from './certificate-picture.ts';
import type { TypeFacts } from './facts.ts';

/** A sample certificate for the pages that lead to one; a mark across the sheet says that it is only a sample. */
export async function makeSamplePicture(
  type: Pick<TypeFacts, 'code' | 'name' | 'summary' | 'hours'>,
): Promise<Buffer> {
  const svg = certificateSvg({
    number: '0000000000000',
    issue: 1,
    holder: 'Alex Sample',
    type: { ...type, version: 1, kind: 'tier', slug: '', criteria: [] },
    awardedOn: '2026-01-15',
    expiresOn: undefined,
    status: { list: 1, bit: 0 },
    // The verification page, which says that there is no such credential.
    checkUrl: 'https://www.example.com/verify',
    isSample: true,
  });
  return sharp(Buffer.from(svg), { density: 120 })
    .resize(880)
    .webp({ quality: 54, effort: 6, smartSubsample: true })
    .toBuffer();
}
