/** Replaced: a newer file was made for the same award. Unknown: never issued, or erased. */
export type CheckState = 'active' | 'expired' | 'suspended' | 'revoked' | 'replaced' | 'unknown';

/** The answer to a check of a number, the same for the page and for programs. */
export type CheckAnswer = { number: string; issuer: string; checkedAt: string } & (
  | { isValid: false; state: 'unknown' }
  | {
      isValid: boolean;
      state: Exclude<CheckState, 'unknown'>;
      holder: string;
      /** `CIHIS-AI: Applied Practice`. */
      title: string;
      type: {
        code: string;
        kind: 'tier' | 'track' | 'course';
        slug: string;
        version: number;
        name: string;
        summary: string;
        hours: { from: number; to: number };
        /** What it took to earn it, one sentence each. */
        criteria: readonly string[];
        /** The page that says all of this. */
        page: string;
      };
      awardedOn: string;
      /** The last day on which it is valid. */
      expiresOn: string | undefined;
      /** When it was suspended or revoked. */
      stateSince: string | undefined;
      /** The number of the newest file. */
      issue: number;
      isListed: boolean;
      isSample: boolean;
      /** The number of the credential that replaced it. */
      successor: string | undefined;
    }
);

/** Revoked because another one replaced it. */
export const isSuperseded = (check: CheckAnswer): boolean =>
  check.state === 'revoked' && check.successor !== undefined;

/** One sentence each, the same for people and programs. */
export const checkSentences: Record<CheckState, string> = {
  active: 'This credential is valid.',
  expired: 'This credential has expired. It is no longer valid.',
  suspended: 'This credential is suspended. It is not valid while the suspension lasts.',
  revoked: 'This credential was revoked. It is not valid.',
  replaced: 'This file was replaced by a newer one. The credential itself is valid.',
  unknown: 'Not valid: the register has no credential with this number.',
};

export const supersededSentence =
  'This credential was replaced by another one. It is no longer valid.';

export const sentenceOf = (check: CheckAnswer): string =>
  isSuperseded(check) ? supersededSentence : checkSentences[check.state];
