/** What somebody is certified in: one version of a type of credential. */
export type TypeFacts = {
  /** In addresses: `applied-practice`. */
  slug: string;
  version: number;
  kind: 'tier' | 'track' | 'course';
  /** What follows a name: `CIHIS-AI`; tracks and courses have none. */
  letters: string | undefined;
  name: string;
  summary: string;
  hours: number | undefined;
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
  /** Its place in the status lists. */
  statusIndex: number;
};

/** `CIHIS-AI: Applied Practice`. */
export function titleOf({ letters, name }: Pick<TypeFacts, 'letters' | 'name'>): string {
  return letters ? `${letters}: ${name}` : name;
}

/** Why a credential does not hold: for good, or until we say otherwise. */
export const statusPurposes = ['revocation', 'suspension'] as const;
export type StatusPurpose = (typeof statusPurposes)[number];
