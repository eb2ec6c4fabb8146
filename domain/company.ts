import * as z from 'zod/mini';
import { invalidAddress, isWebAddress, tidyWebAddress } from './web-address-rules.ts';

export const companyTexts = {
  name: { most: 100 },
  place: { most: 100 },
  about: { most: 2_000 },
  web_address: { most: 500 },
  evidence: { least: 20, most: 1_000 },
} as const;

/** Where the record of a domain belongs, and what it says. */
export const recordName = (domain: string) => `_company-proof.${domain}`;
export const recordText = (token: string) => `company-proof=${token}`;

export const logoBucket = 'company-logos';
export const logoAddress = (logo: string) => `/storage/v1/object/public/${logoBucket}/${logo}`;

/** As people write it, with or without https://; empty takes it away. */
export const companyAddress = z.pipe(
  z.pipe(
    z.string().check(z.trim()),
    z.transform((text) => text && tidyWebAddress(text)),
  ),
  z.string().check(
    z.maxLength(companyTexts.web_address.most, 'Enter at most 500 characters'),
    z.refine((text) => text === '' || isWebAddress(text), invalidAddress),
  ),
);

const text = (most: number) =>
  z
    .string()
    .check(z.trim(), z.maxLength(most, `Enter at most ${most.toLocaleString('en-US')} characters`));

export const companyAddressSchema = z.object({ web_address: companyAddress });
export const companyNameSchema = z.object({
  name: text(companyTexts.name.most).check(z.minLength(2, 'Enter at least 2 characters')),
});
export const companyDetailsSchema = z.object({
  place: text(companyTexts.place.most),
  about: text(companyTexts.about.most),
});
export const companyEvidenceSchema = z.object({
  evidence: text(companyTexts.evidence.most).check(
    z.minLength(companyTexts.evidence.least, 'Enter at least 20 characters'),
  ),
});

export const companyCaseKinds = ['domain', 'name', 'check', 'rename'] as const;
export type CompanyCaseKind = (typeof companyCaseKinds)[number];

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

/** What a page says of a company's proof. */
export type CompanyMark = { proven_domain: string | null; is_checked: boolean };
