import { z } from 'zod';
import type { Transaction } from '#database/database.ts';
import { numberSchema } from '#domain/credentials/credential-schemas.ts';
import {
  readdressSchema,
  renameSchema,
  renewSchema,
  replaceSchema,
} from '#domain/staff/credentials.ts';
import { tidy } from '#domain/text/plain-text.ts';
import { ApiError } from '../../errors.ts';
import { staffAct } from '../../staff/as-staff.ts';
import { judgeLines } from './judge-lines.ts';
import { nameProblem } from './name-problem.ts';

const subject = (number: string) => ({ kind: 'credential', id: number });

async function before<Was extends object>(session: Transaction, call: string, values: unknown[]) {
  const { rows } = await session.query<{ before: Was }>({
    text: `select register.${call} as before`,
    values,
  });
  if (!rows[0]) throw new Error('A credential was changed and nothing came of it.');
  return rows[0].before;
}

/** An outdated page must not silently undo a colleague's change: throwing rolls the transaction back. */
function refuseOutdated(was: string, seen: string | undefined) {
  if (seen === undefined || was === seen) return;
  throw new ApiError(
    'changed_meanwhile',
    'Somebody has changed this since you opened it, so nothing was changed now. Close this, and look at it again.',
  );
}

export const correctName = staffAct('correct-credential-name', {
  input: renameSchema,
  run: async ({ session, input: { number, name: given, seen } }) => {
    const name = tidy(given).replace(/\s+/g, ' ').normalize('NFC');
    const problem = nameProblem(name);
    if (problem) throw new ApiError('invalid_input', `${problem}.`);
    const was = await before<{ name: string }>(session, 'correct_name($1, $2)', [number, name]);
    refuseOutdated(was.name, seen);
    return { entry: { subject: subject(number), before: was, after: { name } } };
  },
});

export const renewCredential = staffAct('renew-credential', {
  input: renewSchema,
  run: async ({ session, input: { number, expiresOn, seen } }) => {
    const call = 'renew($1, $2)';
    const was = await before<{ expires_on: string }>(session, call, [number, expiresOn]);
    refuseOutdated(was.expires_on, seen);
    return { entry: { subject: subject(number), before: was, after: { expires_on: expiresOn } } };
  },
});

/** The holder is told the reason too. */
const changeState = (
  act: 'suspend-credential' | 'lift-suspension' | 'revoke-credential',
  state: 'suspended' | 'active' | 'revoked',
) =>
  staffAct(act, {
    input: z.object({ ...numberSchema.shape, reason: z.string().optional() }),
    run: async ({ session, input: { number, reason } }) => {
      const was = await before(session, 'set_state($1, $2, $3)', [number, state, reason ?? '']);
      return { entry: { subject: subject(number), before: was, after: { state } } };
    },
  });

export const suspendCredential = changeState('suspend-credential', 'suspended');
export const liftSuspension = changeState('lift-suspension', 'active');
export const revokeCredential = changeState('revoke-credential', 'revoked');

/**
 * Awards another one instead, and revokes this one. The log contains only the numbers, because either may be erased.
 */
export const replaceCredential = staffAct('replace-credential', {
  input: z.object({ ...replaceSchema.shape, reason: z.string().optional() }),
  run: async ({ session, input: { number, line: given, reason } }) => {
    const [judged] = await judgeLines(session, [{ line: 1, given }]);
    if (!judged?.sound) throw new ApiError('invalid_input', `${judged?.problems.join('. ')}.`);
    const { rows } = await session.query<{ done: { number: string; before: object } }>({
      text: 'select register.replace_award($1, $2, $3) as done',
      values: [number, JSON.stringify(judged.sound), reason ?? ''],
    });
    const [row] = rows;
    if (!row) throw new Error('A credential was replaced and nothing came of it.');
    const { number: made, before: was } = row.done;
    const after = { state: 'revoked', replaced_by: made, type: judged.sound.type };
    return { answer: { number: made }, entry: { subject: subject(number), before: was, after } };
  },
});

export const readdressCredential = staffAct('readdress-credential', {
  input: readdressSchema,
  run: async ({ session, input: { number, email } }) => {
    const was = await before(session, 'readdress($1, $2)', [number, email]);
    return { entry: { subject: subject(number), before: was, after: { email } } };
  },
});

/** At its holder's request: afterwards the number answers as if it had never existed. */
export const eraseCredential = staffAct('erase-credential', {
  input: numberSchema,
  run: async ({ session, input: { number } }) => {
    await session.query({ text: 'select register.erase($1)', values: [number] });
    return { entry: { subject: subject(number) } };
  },
});
