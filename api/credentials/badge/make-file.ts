import { showCredentialNumber } from '#domain/credentials/credential-number.ts';
import { createRecentlyUsed } from '../../rest/recently-used.ts';
import { badgePng, badgeSvg } from './badge-picture.ts';
import { bakePng, bakeSvg } from './bake.ts';
import type { AwardFacts, TypeFacts } from './facts.ts';
import type { Issuer } from './issuer.ts';

/**
 * The files a holder can download. The certificate is for printing, in two paper sizes; the others contain the
 * credential.
 */
export const fileKinds = ['certificate-letter', 'certificate-a4', 'png', 'svg', 'jwt'] as const;
export type FileKind = (typeof fileKinds)[number];

export type CredentialFile = { name: string; type: string; bytes: Buffer };

/** Seals without a holder: one for each version and year. */
const seals = createRecentlyUsed<Promise<{ svg: string; png: Buffer }>>({ items: 100 });
/** For repeated downloads of the same award. */
const files = createRecentlyUsed<Promise<CredentialFile>>({ items: 100 });

/** Returns the same bytes for the same file of an award, and renders it once for concurrent requests. */
export function makeFile(
  kind: FileKind,
  award: AwardFacts,
  token: string,
  { addresses }: Pick<Issuer, 'addresses'>,
): Promise<CredentialFile> {
  return keepWhile(
    files,
    `${kind} ${award.number} ${award.issue} ${token.slice(-20)}`,
    async () => {
      const name = `credential-${showCredentialNumber(award.number)}`;
      if (kind === 'jwt') {
        return { name: `${name}.jwt`, type: 'application/vc+jwt', bytes: Buffer.from(token) };
      }
      if (kind === 'png' || kind === 'svg') {
        const { svg, png } = await sealOf(award.type, award.awardedOn.slice(0, 4));
        return kind === 'png'
          ? { name: `${name}.png`, type: 'image/png', bytes: bakePng(png, token) }
          : { name: `${name}.svg`, type: 'image/svg+xml', bytes: Buffer.from(bakeSvg(svg, token)) };
      }
      // The PDF library is 4 MB of source, so it is loaded when somebody first needs it.
      const { makeCertificatePdf } = await import('./certificate-pdf.ts');
      const paper = kind === 'certificate-a4' ? 'a4' : 'letter';
      const bytes = await makeCertificatePdf(
        { ...award, checkUrl: addresses.check(award.number) },
        paper,
      );
      return { name: `${name}.pdf`, type: 'application/pdf', bytes };
    },
  );
}

/** The seal alone, as in achievements; with a year, as in badges. */
export function sealOf(type: TypeFacts, year?: string): Promise<{ svg: string; png: Buffer }> {
  return keepWhile(seals, `${type.code} ${type.version} ${year}`, async () => {
    const svg = badgeSvg(type, year);
    return { svg, png: await badgePng(svg) };
  });
}

function keepWhile<Value>(
  kept: ReturnType<typeof createRecentlyUsed<Promise<Value>>>,
  key: string,
  make: () => Promise<Value>,
): Promise<Value> {
  const known = kept.find(key);
  if (known) return known;
  const made = make();
  kept.keep(key, made);
  made.catch(() => kept.forget(key));
  return made;
}
