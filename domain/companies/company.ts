import type { TextRule } from '../text/text-rules.ts';

export const companyTexts = {
  name: { name: 'The name', least: 2, most: 100, tooShort: 'Enter at least 2 characters' },
  place: { name: 'Place', least: 1, most: 100, tooShort: 'Write a place, or leave it empty' },
  about: { name: 'About', least: 1, most: 2_000, tooShort: 'Write something, or leave it empty' },
  web_address: { name: 'The address', most: 500 },
  evidence: { name: 'This', least: 20, most: 1_000, tooShort: 'Enter at least 20 characters' },
} as const satisfies Record<string, TextRule>;
export const notItsLogo = 'Upload the logo on the page of the company';

/** Where the DNS record of a domain belongs, and what it contains. */
export const recordName = (domain: string) => `_company-proof.${domain}`;
export const recordText = (token: string) => `company-proof=${token}`;

export const logoBucket = 'company-logos';
export const logoAddress = (logo: string) => `/storage/v1/object/public/${logoBucket}/${logo}`;

export const companyCaseKinds = ['domain', 'name', 'check', 'rename'] as const;
export type CompanyCaseKind = (typeof companyCaseKinds)[number];

export const companyCaseWords = {
  domain: 'A domain that another company proved',
  name: 'The name of a proven company',
  check: 'Asks to be checked',
  rename: 'A third name within a year',
} as const satisfies Record<CompanyCaseKind, string>;
export const decisionWords = { approved: 'Approved', refused: 'Refused' } as const;

export type CompanyCaseRow = {
  id: string;
  kind: CompanyCaseKind;
  claim: string;
  evidence: string | null;
  opened_at: string;
  decision: 'approved' | 'refused' | null;
  answer: string | null;
  decided_at: string | null;
  decided_by: string | null;
  company_id: string;
  slug: string;
  name: string;
  company_key: string;
  web_address: string | null;
  proven_domain: string | null;
  is_checked: boolean;
  holder: string | null;
  holder_slug: string | null;
  holder_domain: string | null;
  holder_checked: boolean | null;
  admins: string[] | null;
  live_jobs: number;
};

/** What a page says about a company's verification. */
export type CompanyMark = { proven_domain: string | null; is_checked: boolean };
