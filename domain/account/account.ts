// The small build of zod, with a similar API: every visitor of /auth loads this file.
import * as z from 'zod/mini';
import { seen } from '../text/seen.ts';
import type { AccountRules } from './account-rules.ts';
import { emailPattern, longestEmail } from './email-address.ts';

/** What the account forms accept. The service checks it again. */
const longestPassword = 256;

const email = z.string().check(
  z.trim(),
  z.minLength(1, 'Enter your email address'),
  z.maxLength(longestEmail, `The address must be ${longestEmail} characters or fewer`),
  z.refine((value) => emailPattern.test(value), {
    error: 'Enter an email address in the form name@example.com',
    when: ({ issues }) => issues.length === 0,
  }),
);

const newPassword = ({ shortestPassword }: AccountRules) =>
  z
    .string()
    .check(
      z.minLength(shortestPassword, `Use at least ${shortestPassword} characters`),
      z.maxLength(longestPassword, `Use ${longestPassword} characters or fewer`),
    );

const currentPassword = z.string().check(z.minLength(1, 'Enter your password'));

/** Invisible characters alone are not a name. */
const hasName = (sentence: string) => z.refine<string>((value) => seen(value) !== '', sentence);

const fullName = z
  .string()
  .check(
    z.trim(),
    hasName('Enter your full name'),
    z.maxLength(100, 'The name must be 100 characters or fewer'),
  );

export const signInSchema = z.object({ email, password: currentPassword });
export const signUpSchema = (rules: AccountRules) =>
  z.object({ fullName, email, password: newPassword(rules) });
export const emailSchema = z.object({ email });
export const nameSchema = z.object({ fullName });
export const newPasswordSchema = (rules: AccountRules) =>
  z.object({ password: newPassword(rules) });
export const currentPasswordSchema = z.object({ password: currentPassword });

/** Six digits, however they were pasted. */
export const codeSchema = z.object({
  code: z.pipe(
    z.pipe(
      z.string(),
      z.transform((value: string) => value.replace(/[\s-]/g, '')),
    ),
    z.string().check(z.regex(/^\d{6}$/, 'Enter the six digits of the code')),
  ),
});

export const recoveryCodeSchema = z.object({
  code: z.pipe(
    z.pipe(
      z.string(),
      z.transform((value: string) => value.replace(/[\s-]/g, '').toLowerCase()),
    ),
    z.string().check(z.minLength(8, 'Enter one of your recovery codes')),
  ),
});

/** An international number, as text messages need it. */
export const phoneSchema = z.object({
  phone: z.pipe(
    z.pipe(
      z.string(),
      z.transform((value: string) => value.replace(/[\s().-]/g, '')),
    ),
    z
      .string()
      .check(
        z.regex(
          /^\+[1-9]\d{5,14}$/,
          'Enter the number with its country code, such as +1 919 555 0100',
        ),
      ),
  ),
});

export const changePasswordSchema = (rules: AccountRules) =>
  z.object({
    currentPassword: z.string().check(z.minLength(1, 'Enter your current password')),
    password: newPassword(rules),
  });

export const deletionWords = 'delete my account';

export const deletionSchema = z.object({
  confirmation: z.pipe(
    z.pipe(
      z.string(),
      z.transform((value: string) => value.trim().toLowerCase()),
    ),
    z.literal(deletionWords, `Type “${deletionWords}” to confirm`),
  ),
  /** Given when a running membership should end together with the account. */
  membership: z.optional(z.literal('cancel')),
  /** What happens to the credentials that the person holds: they can still be checked by number, or are erased. */
  credentials: z.optional(z.enum(['keep', 'erase'])),
});

/** A name that tells one factor from another. */
export const factorNameSchema = z.object({
  name: z
    .string()
    .check(z.trim(), hasName('Give it a name'), z.maxLength(60, 'Use 60 characters or fewer')),
});
