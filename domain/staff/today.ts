import type { StaffRole } from './staff.ts';

/** What the site counts every day, in the order shown. */
export const figures = [
  { name: 'visits', words: 'Page views', link: undefined, isLevel: false, isMoney: false },
  { name: 'sign-ups', words: 'Sign-ups', link: '/staff/people', isLevel: false, isMoney: false },
  { name: 'jobs', words: 'Jobs posted', link: '/staff/jobs', isLevel: false, isMoney: false },
  {
    name: 'apply-clicks',
    words: 'Clicks on Apply',
    link: '/staff/jobs',
    isLevel: false,
    isMoney: false,
  },
  {
    name: 'conversations',
    words: 'Conversations begun',
    link: '/staff/review',
    isLevel: false,
    isMoney: false,
  },
  {
    name: 'memberships',
    words: 'Memberships with access',
    link: '/staff/memberships',
    isLevel: true,
    isMoney: false,
  },
  {
    name: 'revenue',
    words: 'Revenue',
    link: '/staff/memberships',
    isLevel: false,
    isMoney: true,
  },
  { name: 'mails', words: 'Emails sent', link: '/staff/mails', isLevel: false, isMoney: false },
] as const satisfies readonly {
  name: string;
  words: string;
  /** The matching list, if there is one. */
  link: `/staff/${string}` | undefined;
  /** A total, where others count what was added. */
  isLevel: boolean;
  isMoney: boolean;
}[];
export type FigureName = (typeof figures)[number]['name'];

/** How many days are shown. */
export const shownDays = 28;

export type Wait = { kind: string; words: string; link: string; minimum: StaffRole; count: number };

export type Today = {
  /** Empty for people who only see figures. */
  waits: Wait[];
  /** As `2026-01-31`, oldest first. */
  days: string[];
  /** One per day; null if nothing was counted. */
  figures: { name: FigureName; values: (number | null)[] }[];
  pages: { path: string; views: number }[];
  counted_at: string | null;
};
