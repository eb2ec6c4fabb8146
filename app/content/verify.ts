import type { Proof } from '#domain/credentials/badge-proof.ts';
import {
  type CheckState,
  checkSentences,
  supersededSentence,
} from '#domain/credentials/credential-check.ts';
import { counted } from '#domain/text/grouped.ts';
import { titled } from './page-parts.ts';

type Words = { title: string; text: string };

/** The check of credentials. Employers may rely on every sentence here. */
export const verify = {
  meta: {
    title: titled('Verify a credential'),
    description:
      'Check a CIHIS credential or a micro-certification by its number, its code or its badge file: valid or not, whose it is, and what it took.',
  },

  hero: {
    eyebrow: 'Register of credentials',
    title: 'Verify a credential',
    lede: 'Every credential that we award has a number. Type it, scan it, or drop a badge file: the register answers at once, for everybody, without an account.',
  },

  number: {
    missing: 'Enter the number that stands on the credential',
    title: 'By number',
    label: 'Number',
    hint: 'Thirteen letters and digits, as on the certificate: XXXX‑XXXX‑XXXX‑X. Hyphens and small letters do not matter.',
    submit: 'Verify',
    scan: 'Scan the code',
    stopScan: 'Stop the camera',
    scanning: 'Point the camera at the code of the certificate.',
    noCamera: 'The camera did not start. Type the number instead.',
  },

  file: {
    title: 'By badge file',
    label: 'Badge file',
    hint: 'A badge as PNG or SVG, or a credential as JWT or JSON. You can drop it here.',
    submit: 'Check the file',
    note: 'Your browser checks the signature itself where it can. Then only the number is sent to us.',
    checking: 'Checking the file.',
    none: 'Choose a file first.',
  },

  how: {
    title: 'What a check tells you',
    points: [
      'Whether the credential is valid today: not expired, not suspended, not revoked.',
      'The name of the person whom we awarded it to. Compare it with the person you talk to: anybody can show somebody else’s number or file.',
      'What it took, how many hours of study, and when it was awarded.',
    ],
    programs:
      'Programs get the same as JSON: add .json to the address of a number. Badges are Open Badges 3.0 and can be verified with other tools as well.',
  },

  /** What is wrong with a number, known before the register is asked. */
  mistyped: {
    length: 'A number has thirteen letters and digits. This one has more or fewer.',
    letters: 'A number never has the letter U, nor signs other than hyphens. Compare it once more.',
    mistyped:
      'There is a mistake in this number: its last letter does not fit the others. Compare it once more.',
  },

  busy: {
    title: 'One moment, please',
    text: (seconds: number) =>
      `Many numbers were checked from where you are. Wait ${counted(Math.ceil(seconds / 60), 'minute', 'minutes')}, then try again.`,
  },

  states: {
    active: { title: 'Valid', text: checkSentences.active },
    expired: { title: 'Expired', text: checkSentences.expired },
    suspended: { title: 'Suspended', text: checkSentences.suspended },
    revoked: { title: 'Revoked', text: checkSentences.revoked },
    replaced: { title: 'Replaced file', text: checkSentences.replaced },
    unknown: { title: 'Not valid', text: checkSentences.unknown },
  } satisfies Record<CheckState, Words>,
  /** Revoked because another credential replaced it. */
  superseded: { title: 'Replaced', text: supersededSentence },

  /** Notes on a state that needs more explanation. */
  notes: {
    compare: 'Make sure that this is the person you are dealing with.',
    unknown:
      'It may be mistyped, made up, or have been erased at the wish of its holder. If somebody gave you this number as proof, ask them for their certificate.',
    replaced:
      'The file says something that has since been corrected or renewed. What counts is below.',
    sample: 'A sample: nobody earned this credential.',
  },

  /** What a file proves, before the register is asked. */
  proofs: {
    signed: {
      title: 'The file is genuine',
      text: 'We signed it, and nothing in it was changed since. Whether the credential still holds, the register says below.',
    },
    unreadable: {
      title: 'There is no credential in this file',
      text: 'Badges lose what they hold when they are converted, cropped or photographed. Ask for the original file, or type the number. A certificate, as a PDF or on paper, holds none: type the number that stands on it.',
    },
    foreign: {
      title: 'Not ours',
      text: 'Another issuer is named in this file, so we cannot say whether it holds. Ask them.',
    },
    'wrong-key': {
      title: 'Forged',
      text: 'This file names us as its issuer, but it was not signed with a key of ours. Do not rely on it.',
    },
    altered: {
      title: 'Altered or forged',
      text: 'The signature does not fit what the file says: somebody changed it, or signed it without our key. Do not rely on it.',
    },
  } satisfies Record<Proof['kind'], Words>,

  facts: {
    holder: 'Awarded to',
    credential: 'Credential',
    awarded: 'Awarded on',
    endless: 'No end date',
    since: { suspended: 'Suspended on', revoked: 'Revoked on' },
    replacedOn: 'Replaced on',
    issuer: 'Issued by',
    number: 'Number',
    study: 'Study',
  },
  checked: 'As the register said on',
  took: 'What it took',
  more: 'About this credential',
  newest: 'See the current credential',
  successor: 'See the credential in its place',
  again: 'Verify another',

  type: {
    eyebrow: 'Credential',
    criteria: 'What must be shown',
    study: 'Study',
    version: 'Version',
    older:
      'There is a newer version of what this credential takes. Credentials keep the version they were awarded under.',
    action: 'Verify a credential',
  },
} as const;
