import * as z from 'zod/mini';
import { teamRoles } from './team.ts';

export const invitedPersonSchema = z.object({
  email: z
    .string()
    .check(
      z.trim(),
      z.regex(/^[^\s@<>",;:]+@[^\s@<>",;:]+\.[^\s@<>",;:.]+$/, 'Please enter a valid email'),
      z.maxLength(255, 'Email must be at most 255 characters'),
    ),
  role: z.enum(teamRoles),
});
