import { Notice } from '#app/ui/notice.tsx';
import type { NotOn } from '#domain/staff/staff.ts';

const words = {
  self: {
    title: 'This is about you',
    text: 'Nobody acts on themselves. Somebody else on the team can, and your own account is under Account.',
  },
  higher: {
    title: 'This is about somebody with a higher role',
    text: 'Nobody acts on a higher role than their own. An owner can.',
  },
  reported: {
    title: 'You reported this',
    text: 'Somebody else on the team decides what comes of it.',
  },
} as const satisfies Record<NonNullable<NotOn>, { title: string; text: string }>;

/** In the place of acts that the server would refuse: why there are none. */
export function NotOnNotice({ why }: { why: NonNullable<NotOn> }) {
  return <Notice title={words[why].title}>{words[why].text}</Notice>;
}
