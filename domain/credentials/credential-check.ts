/** Replaced: of a file whose award has a newer one. Unknown: never made, or erased. */
export type CheckState = 'active' | 'expired' | 'suspended' | 'revoked' | 'replaced' | 'unknown';

/** What a check of a number answers: the same to the page and to programs. */
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
        /** What it took, a sentence each. */
        criteria: readonly string[];
        /** Where all of that stands. */
        page: string;
      };
      awardedOn: string;
      /** The last day. */
      expiresOn: string | undefined;
      /** Since when it is suspended or revoked. */
      stateSince: string | undefined;
      /** Which file is the newest. */
      issue: number;
      isListed: boolean;
      isSample: boolean;
      /** The number of the credential that came after it. */
      successor: string | undefined;
    }
);

/** Revoked, because another stands in its place. */
export const isSuperseded = (check: CheckAnswer): boolean =>
  check.state === 'revoked' && check.successor !== undefined;

/** A sentence each, the same for people and programs. */
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
