import type { Href } from '../pages.ts';

export type NavLink = {
  label: string;
  href: Href;
  note?: string;
  isForMembers?: boolean;
  /** Preceded by a dividing line. */
  isFirst?: boolean;
};
export type NavGroup = { label: string; id: string; links: NavLink[] };

/** Both the header and the mobile menu are built from this list. */
export const primaryNavigation: (NavLink | NavGroup)[] = [
  { label: 'Organizations', href: '/organizations' },
  {
    label: 'Professionals',
    id: 'professionals',
    links: [
      {
        label: 'Overview',
        href: '/professionals',
        note: 'Five credentials and three short tracks',
      },
      {
        label: 'Pathway quiz',
        href: '/certification-quiz',
        note: 'Five questions to find the credential that fits',
      },
    ],
  },
  { label: 'Educators', href: '/educators' },
  { label: 'Jobs', href: '/jobs' },
  {
    label: 'Resources',
    id: 'resources',
    links: [
      { label: 'Blog', href: '/resources', note: 'Articles, podcasts and guides' },
      { label: 'FAQ', href: '/faq', note: 'Short answers, by subject' },
      { label: 'Accelerator', href: '/resources#accelerator', note: 'The learning hub' },
      { label: 'Case studies', href: '/resources#case-studies', note: 'What belongs in one' },
      { label: 'Downloads', href: '/resources#downloads', note: 'Checklists and frameworks' },
      { label: 'Events', href: '/resources#events', note: 'Webinars and sessions' },
    ],
  },
  { label: 'About', href: '/about' },
];

export const accountLinks: NavLink[] = [
  { label: 'Account', href: '/account' },
  { label: 'Messages', href: '/messages' },
  // For people looking for work …
  { label: 'Candidate profile', href: '/candidate-profile', isFirst: true },
  { label: 'Credentials', href: '/credentials' },
  { label: 'My applications', href: '/applications' },
  { label: 'Saved jobs', href: '/saved-jobs' },
  { label: 'Alerts', href: '/alerts' },
  // … and for people who hire.
  { label: 'My jobs', href: '/my-jobs', isFirst: true },
  { label: 'Applications received', href: '/my-jobs/applications' },
  { label: 'My company', href: '/my-company' },
  { label: 'Post a Job', href: '/post-job' },
  { label: 'Membership', href: '/membership' },
  { label: 'Search candidates', href: '/browse-candidates', isForMembers: true },
  { label: 'Saved candidates', href: '/saved-candidates', isForMembers: true },
];

export const footerNavigation: { label: string; links: NavLink[] }[] = [
  {
    // None of these words is the label of a form field, so that a search for a field by its label finds only the field.
    label: 'Explore',
    links: [
      { label: 'Hire talent', href: '/hire-talent' },
      { label: 'Verify a credential', href: '/verify' },
      { label: 'Our approach', href: '/about#approach' },
    ],
  },
  {
    label: 'Policies',
    links: [
      { label: 'Privacy', href: '/privacy' },
      { label: 'Terms', href: '/terms' },
      { label: 'Fulfillment', href: '/fulfillment' },
      { label: 'Accessibility', href: '/accessibility' },
    ],
  },
];

export function isGroup(item: NavLink | NavGroup): item is NavGroup {
  return 'links' in item;
}
