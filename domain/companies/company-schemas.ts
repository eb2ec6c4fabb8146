import * as z from 'zod/mini';
import { inOneForm } from '../text/plain-text.ts';
import { isShortEnough } from '../text/text-checks.ts';
import { textOrNull, visibleText } from '../text/visible-text.ts';
import { invalidAddress, isWebAddress, tidyWebAddress } from '../text/web-address-rules.ts';
import { companyTexts } from './company.ts';

/** As people write it, with or without https://; empty removes it. */
export const companyAddress = z.pipe(
  z.pipe(
    z.string().check(z.trim()),
    z.transform((text) => text && tidyWebAddress(text)),
  ),
  z.string().check(
    isShortEnough(companyTexts.web_address),
    z.refine((text) => text === '' || isWebAddress(text), invalidAddress),
  ),
);

export const companyAddressSchema = z.object({ web_address: companyAddress });
export const companyNameSchema = z.object({ name: visibleText(companyTexts.name, inOneForm) });
export const companyDetailsSchema = z.object({
  place: textOrNull(companyTexts.place),
  about: textOrNull(companyTexts.about),
});
export const companyEvidenceSchema = z.object({ evidence: visibleText(companyTexts.evidence) });
