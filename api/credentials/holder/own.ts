import { choicesSchema, numberSchema } from '#domain/credentials/credential-schemas.ts';
import type { OwnCredentials } from '#domain/credentials/credentials.ts';
import { requireFullSession } from '../../auth/sessions/require-session.ts';
import { ApiError } from '../../errors.ts';
import { readBody, type ServerFunction } from '../../functions/context.ts';
import { refusalOfAct } from '../../staff/refusals.ts';

/** Everything the caller holds, what is waiting to be claimed, and the progress it gives. */
export const ownCredentials: ServerFunction = async (functions, { caller }) => {
  await requireFullSession(functions, { caller });
  const { rows } = await functions.database.askAs<{ page: OwnCredentials }>(caller, {
    text: 'select register.own_page() as page',
  });
  return rows[0]?.page;
};

/** Claims what is waiting for the caller's proved address. Safe to repeat. */
export const claimCredentials: ServerFunction = async (functions, { caller }) => {
  await requireFullSession(functions, { caller });
  const { rows } = await functions.database
    .askAs<{ claimed: number }>(caller, { text: 'select register.claim() as claimed' })
    .catch((error: unknown) => {
      throw refusalOfAct(error) ?? error;
    });
  return { claimed: rows[0]?.claimed ?? 0 };
};

/** The caller says that it is not theirs, and staff look into it. */
export const disownCredential: ServerFunction = async (functions, { request, caller }) => {
  await requireFullSession(functions, { caller });
  const { number } = await readBody(request, numberSchema);
  const { rows } = await functions.database.askAs<{ done: number }>(caller, {
    text: 'select register.disown($1) as done',
    values: [number],
  });
  if (!rows[0]?.done) throw new ApiError('credential_gone');
  return {};
};

/** Whether search engines may show its page, and what the candidate profile shows of it. */
export const setCredentialChoices: ServerFunction = async (functions, { request, caller }) => {
  await requireFullSession(functions, { caller });
  const { number, isListed, onProfile } = await readBody(request, choicesSchema);
  const { rows } = await functions.database.askAs<{ is_theirs: boolean }>(caller, {
    text: 'select register.set_choices($1, $2, $3) as is_theirs',
    values: [number, isListed ?? null, onProfile ?? null],
  });
  if (!rows[0]?.is_theirs) throw new ApiError('credential_gone');
  return {};
};
