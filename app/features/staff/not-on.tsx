import { Notice } from '#app/ui/notice.tsx';
import type { NotOn } from '#domain/staff/staff.ts';

const words = {
  self: {
    title: 'This is about you',
    text: 'You cannot act on yourself. Somebody else on the team can, and your own account is under Account.',
  },
  higher: {
    title: 'This is about somebody with a higher role',
    text: 'You cannot act on somebody with a higher role. An owner can.',
  },
  reported: {
    title: 'You reported this',
    text: 'Somebody else on the team decides about it.',
  },
} as const satisfies Record<NonNullable<NotOn>, { title: string; text: string }>;

/** Replaces acts that the server would refuse, and says why there are none. */
export function NotOnNotice({ why }: { why: NonNullable<NotOn> }) {
  return <Notice title={words[why].title}>{words[why].text}</Notice>;
}
