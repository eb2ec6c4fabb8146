import * as z from 'zod/mini';
import { credentialNumberShape } from './credential-number.ts';
import { onProfile } from './credentials.ts';

// Apart from what screens show, which would otherwise load the checker: only the service checks.
export const numberSchema = z.object({
  number: z
    .string()
    .check(
      z.regex(
        credentialNumberShape,
        'A credential number has thirteen letters and digits, without hyphens.',
      ),
    ),
});

export const choicesSchema = z.extend(numberSchema, {
  isListed: z.optional(z.boolean()),
  onProfile: z.optional(z.enum(onProfile)),
});
