import * as z from 'zod/mini';
import { emailPattern, longestEmail } from '../account/email-address.ts';
import { teamRoles } from './team.ts';

export const invitedPersonSchema = z.object({
  email: z
    .string()
    .check(
      z.trim(),
      z.regex(emailPattern, 'Please enter a valid email'),
      z.maxLength(longestEmail, `Email must be at most ${longestEmail} characters`),
    ),
  role: z.enum(teamRoles),
});
