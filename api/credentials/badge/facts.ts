/** What somebody is certified in: one version of a type of credential. */
export type TypeFacts = {
  /** `CIHIS-AI`, `MICRO-PE-1`; in addresses in small letters. */
  code: string;
  version: number;
  kind: 'tier' | 'track' | 'course';
  /** The tier or the track, as pages call it. */
  slug: string;
  name: string;
  summary: string;
  hours: { from: number; to: number };
  /** What must be shown, a sentence each. */
  criteria: readonly string[];
};

/** One file of an award: a correction or a renewal makes the next one. */
export type AwardFacts = {
  /** As it is kept, without hyphens. */
  number: string;
  issue: number;
  /** The name as it shall stand. */
  holder: string;
  type: TypeFacts;
  /** Days: `2026-11-22`. */
  awardedOn: string;
  /** The last day on which it holds. */
  expiresOn: string | undefined;
  /** Nobody's: it says so wherever it goes. */
  isSample?: boolean;
  /** Its place in the lists of states: which list, and which bit of it. */
  status: { list: number; bit: number };
};

/** What may follow a name. Tracks and courses have none. */
export function lettersOf({ kind, code }: Pick<TypeFacts, 'kind' | 'code'>): string | undefined {
  return kind === 'tier' ? code : undefined;
}

/** `CIHIS-AI: Applied Practice`. */
export function titleOf(type: Pick<TypeFacts, 'kind' | 'code' | 'name'>): string {
  const letters = lettersOf(type);
  return letters ? `${letters}: ${type.name}` : type.name;
}

/**
 * What a list says of credentials. Open Badges 3.0 takes one entry of one, so a file asks for suspension, whose list
 * has all that does not hold now: it is the one that may be taken back. The list of revocation has what ended for good,
 * for files that ask for both.
 */
export const statusPurposes = ['revocation', 'suspension'] as const;
export type StatusPurpose = (typeof statusPurposes)[number];
