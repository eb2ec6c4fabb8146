import { Badge } from '#app/ui/badge.tsx';
import { type CaseState, caseStateWords } from '#domain/staff/review.ts';

const tones = {
  waiting: 'warm',
  asked: 'plain',
  answered: 'warm',
  appealed: 'warm',
  released: 'good',
  hidden: 'danger',
  blocked: 'danger',
} as const satisfies Record<CaseState, string>;

export function StateBadge({ state }: { state: CaseState }) {
  return <Badge tone={tones[state]}>{caseStateWords[state]}</Badge>;
}

/** Precedes the name of who acted last: a case that waits again was put back when a block was lifted. */
export const actedWords = (state: CaseState) => (state === 'waiting' ? 'put back by' : 'by');
