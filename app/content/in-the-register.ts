import { grouped } from '#domain/text/grouped.ts';
import type { Action } from './page-parts.ts';

/** What happens after an award: for /professionals and the page of each tier. */
export const inTheRegister = {
  eyebrow: 'The register',
  title: 'A credential that anybody can check',
  text: 'What you earn is entered in our register, under a number of its own.',
  points: [
    'A certificate with a code to scan, a badge, and a credential file that other programs read.',
    'Whoever has the number sees at once whether it is valid. Nobody can look for your name.',
    'On your candidate profile it stands as verified, which nobody can type.',
  ],
  actions: [
    { kind: 'link', label: 'Already Certified? Claim It', href: '/credentials' },
    { kind: 'link', label: 'Check a Credential', href: '/verify' },
  ],
} as const satisfies { actions: readonly Action[] } & Record<string, unknown>;

/** Shown from ten holders on, so that it does not identify anybody. */
export const heldBy = (holders: number) => `Held by ${grouped(holders)} people`;
