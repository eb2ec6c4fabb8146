import { z } from 'zod';
import { check, optional, passwordField } from '../body.ts';
import { type VerifyType, verifyTypes } from '../confirm.ts';

const verifyType = z.enum(verifyTypes);
const typeNeeded = 'Verify requires a verification type';

/** Accepts any text: how an unknown type is handled depends on what came with it. */
export const typeField = z.string(typeNeeded).min(1, typeNeeded).max(50);

const formSchema = z.object({
  type: typeField,
  token: z.string('Verify requires a token or a token hash').min(1).max(255),
  redirect_to: z.string().max(4_096).optional(),
  password: optional(passwordField),
});
/** What a link contains and its page posts, perhaps with the account's password. */
export type VerifyForm = z.infer<typeof formSchema> & { type: VerifyType };
type AnyForm = z.infer<typeof formSchema>;

export function readForm(values: URLSearchParams): AnyForm {
  return check(formSchema, Object.fromEntries(values));
}

/** An unknown type comes from a letter that somebody else designed; its reader is sent to the site. */
export function isOfKnownType<Form extends { type: string }>(
  form: Form,
): form is Form & { type: VerifyType } {
  return verifyType.safeParse(form.type).success;
}
