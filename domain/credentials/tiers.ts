/** The five tiers of certification, in the order of the pathway, by the names that their addresses have. */
export const tiers = [
  'student',
  'applied-practice',
  'education-and-delivery',
  'healthcare-professionals',
  'leadership-and-strategy',
] as const;

export type Tier = (typeof tiers)[number];
