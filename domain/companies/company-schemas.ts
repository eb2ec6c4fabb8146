import * as z from 'zod/mini';
import { grouped } from '../text/grouped.ts';
import { invalidAddress, isWebAddress, tidyWebAddress } from '../text/web-address-rules.ts';
import { companyTexts } from './company.ts';

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
  z.string().check(z.trim(), z.maxLength(most, `Enter at most ${grouped(most)} characters`));

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
