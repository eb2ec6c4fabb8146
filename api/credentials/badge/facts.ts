/** What a person is certified in: one version of a type of credential. */
export type TypeFacts = {
  /** `CIHIS-AI`, `MICRO-PE-1`; lowercase in URLs. */
  code: string;
  version: number;
  kind: 'tier' | 'track' | 'course';
  /** The tier or the track, as used by pages. */
  slug: string;
  name: string;
  summary: string;
  hours: { from: number; to: number };
  /** The requirements, one sentence each. */
  criteria: readonly string[];
};

/** One file of an award: a correction or a renewal creates the next one. */
export type AwardFacts = {
  /** As stored, without hyphens. */
  number: string;
  issue: number;
  /** The name exactly as it is to appear. */
  holder: string;
  type: TypeFacts;
  /** Dates: `2026-11-22`. */
  awardedOn: string;
  /** The last day on which it is valid. */
  expiresOn: string | undefined;
  /** A sample that belongs to nobody, and is marked as such everywhere. */
  isSample?: boolean;
  /** Its place in the status lists: which list, and which bit of it. */
  status: { list: number; bit: number };
};

/** The letters that may follow a name. Tracks and courses have none. */
export function lettersOf({ kind, code }: Pick<TypeFacts, 'kind' | 'code'>): string | undefined {
  return kind === 'tier' ? code : undefined;
}

/** `CIHIS-AI: Applied Practice`. */
export function titleOf(type: Pick<TypeFacts, 'kind' | 'code' | 'name'>): string {
  const letters = lettersOf(type);
  return letters ? `${letters}: ${type.name}` : type.name;
}

/**
 * What the status lists say about credentials. Open Badges 3.0 allows one status entry per credential, so files refer
 * to suspension, the reversible status, whose list contains everything that is currently invalid. The revocation list
 * contains what ended for good, for files that refer to both.
 */
export const statusPurposes = ['revocation', 'suspension'] as const;
export type StatusPurpose = (typeof statusPurposes)[number];
