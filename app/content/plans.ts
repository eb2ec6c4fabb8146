import { firstStatedPrice, membershipPrice, priceInWords } from '#domain/membership/price.ts';
import { wordsOf } from '#domain/site/words.ts';
import type { Action } from './page-parts.ts';

export type Plan = {
  slug: string;
  name: string;
  price: string;
  summary: string;
  features: readonly { title: string; text: string }[];
  action: Action;
};

/** The three ways to hire, as released. */
export const plans: readonly Plan[] = [
  {
    slug: 'free-job-board',
    name: 'Free job board',
    price: 'Free',
    summary: 'Post openings where people trained in healthcare AI look for them.',
    features: [
      { title: 'Unlimited postings', text: 'Every opening you have, with no limit and no charge.' },
      {
        title: 'Applications to inbox',
        text: 'People apply on this site, with or without an account, or on your own page: you choose for each job. It shows your recruiter’s address too.',
      },
      {
        title: 'Basic filtering',
        text: 'Visitors narrow the list by title, company and job type.',
      },
    ],
    action: { kind: 'link', label: 'Post a Job', href: '/post-job' },
  },
  {
    slug: 'employer-membership',
    name: 'Employer membership',
    price: '',
    summary: 'Look for candidates yourself and write to them directly.',
    features: [
      { title: 'Candidate database', text: 'Every profile that a candidate has made public.' },
      { title: 'Advanced filtering', text: 'Narrow by skills, experience and location.' },
      { title: 'Direct messaging', text: 'Write to a candidate without an intermediary.' },
      { title: 'Featured listings', text: 'Your openings are set apart on the board.' },
    ],
    action: { kind: 'link', label: 'Start a Membership', href: '/membership' },
  },
  {
    slug: 'strategic-partner',
    name: 'Strategic partner',
    price: 'By agreement',
    summary: 'We source for you and train the people you already have.',
    features: [
      { title: 'Account manager', text: 'One person who knows your openings and your systems.' },
      {
        title: 'Custom sourcing',
        text: 'A search built around the role: specialty, payer mix, encoder, audit duties.',
      },
      { title: 'Training', text: 'Team training for new hires and for the people they join.' },
    ],
    action: { kind: 'call', label: 'Talk About a Partnership' },
  },
];

type PlanWords = {
  name: string;
  price: string;
  summary: string;
  features: { title: string; text: string }[];
  label: string;
};
/** What owners write about each plan, by its slug. */
export type PlansWords = { statedPrice: number } & Record<string, unknown>;

export const firstPlans: PlansWords = {
  statedPrice: firstStatedPrice,
  ...Object.fromEntries(
    plans.map(({ slug, name, price, summary, features, action }) => [
      slug,
      { name, ...(price && { price }), summary, features, label: action.label },
    ]),
  ),
};

/** The current plans. The membership's price is what is actually charged. */
export function plansNow(): readonly Plan[] {
  const words = wordsOf('plans', firstPlans);
  const { amount, per } = priceInWords(membershipPrice());
  return plans.map((plan) => {
    const { label, price, ...own } = words[plan.slug] as PlanWords;
    return {
      ...plan,
      ...own,
      price: price ?? `${amount} ${per}, cancel anytime`,
      action: { ...plan.action, label } as Action,
    };
  });
}
