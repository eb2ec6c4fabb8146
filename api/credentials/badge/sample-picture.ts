import sharp from 'sharp';
import { certificateSvg } from './certificate-picture.ts';
import type { TypeFacts } from './facts.ts';

/** What a certificate looks like, for the pages that lead to one: nobody's, which it says across the sheet. */
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
    // Leads to the check, which says that it has no such credential.
    checkUrl: 'https://www.example.com/verify',
    isSample: true,
  });
  return sharp(Buffer.from(svg), { density: 120 })
    .resize(880)
    .webp({ quality: 54, effort: 6, smartSubsample: true })
    .toBuffer();
}
