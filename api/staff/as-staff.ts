import { z } from 'zod';
import type * as core from 'zod/v4/core';
import type { Transaction } from '#database/database.ts';
import { onceMore } from '#database/once-more.ts';
import { noteOfRequest } from '#database/request-notes.ts';
import { actOf, type StaffAct } from '#domain/staff/acts.ts';
import type { StaffRole } from '#domain/staff/staff.ts';
import { seen } from '#domain/text/seen.ts';
import { lengthOf } from '#domain/text/text-length.ts';
import { ApiError } from '../errors.ts';
import { type Functions, parseBody, type ServerFunction } from '../functions/context.ts';
import { refusalOfAct } from './refusals.ts';

/** What staff's functions work with: all in one transaction, as the person, under row-level security. */
type StaffCall<Input> = {
  session: Transaction;
  input: Input;
  /** Who acts. */
  person: string;
  role: StaffRole;
  siteUrl: string;
  /** As the request came: what a proxy said of it. */
  headers: Headers;
  functions: Functions;
};

/** What was acted on, as the log keeps it: a kind (`person`, `job`) and its id. */
type Subject = { kind: string; id: string };

/** What the log says beside who, when and which act. */
type Entry = { subject?: Subject; before?: object | undefined; after?: object | undefined };

type Done<Answer> = {
  answer?: Answer;
  entry: Entry;
  /** What can only be done once it is on record: it ends the power to write there. */
  last?: () => Promise<unknown>;
};

type Gate = { minimum: StaffRole; isDangerous?: boolean | undefined; isPoll?: boolean | undefined };

/**
 * An act of staff, of the table in domain/staff/acts.ts. `run` answers what is told back and what the log says of it;
 * the entry is written in the same transaction, so an act that cannot be logged does not happen. `on` names the
 * person whom it is about: never who acts, nor somebody of a higher role.
 */
export function staffAct<Input, Answer extends object>(
  name: StaffAct,
  {
    input,
    on,
    run,
  }: {
    input: core.$ZodType<Input>;
    on?: (input: Input) => string | undefined;
    run: (call: StaffCall<Input>) => Promise<Done<Answer>>;
  },
): ServerFunction {
  const { minimum, isDangerous, needsReason } = actOf(name);
  return asStaff({ minimum, isDangerous }, input, async (call, text) => {
    const { reason } = parseBody(text, needsReason ? askedReason : givenReason);
    const person = on?.(call.input);
    if (person) await requireOther(call.session, person);
    const { answer, entry, last } = await run(call);
    await writeLog(call.session, name, entry, reason);
    await last?.();
    return answer;
  });
}

const words = z.string().trim().max(1_000, 'must have at most 1000 characters');
const givenReason = z.object({ reason: words.optional() });
export const askedReason = z.object({
  reason: words.refine((value) => lengthOf(seen(value)) >= 3, 'say why, in a few words'),
});

/**
 * What staff only look at. `looksAt` names whose private things the answer holds: then the look is on record, too,
 * as the act `look-…` that it is given. A poll is no sign that somebody is there.
 */
export function staffLook<Input, Answer extends object>({
  minimum,
  isPoll,
  input,
  read,
  looksAt,
}: {
  minimum: StaffRole;
  isPoll?: boolean;
  input: core.$ZodType<Input>;
  read: (call: StaffCall<Input>) => Promise<Answer>;
  looksAt?: (input: Input, answer: Answer) => { act: `look-${string}`; subject: Subject };
}): ServerFunction {
  return asStaff({ minimum, isPoll }, input, async (call) => {
    const answer = await read(call);
    if (looksAt) {
      const { act, subject } = looksAt(call.input, answer);
      await writeLog(call.session, act, { subject });
    }
    return answer;
  });
}

/** Asked by every function that is not there, so that one that hides takes no longer to say so. */
export const nothingHere: ServerFunction = staffLook({
  minimum: 'viewer',
  isPoll: true,
  input: z.object({}),
  read: async () => {
    throw new ApiError('not_found');
  },
});

/** The one way in: whoever has not the power gets the answer of a function that is not there. */
export function asStaff<Input, Answer extends object>(
  { minimum, isDangerous = false, isPoll = false }: Gate,
  input: core.$ZodType<Input>,
  work: (call: StaffCall<Input>, text: string) => Promise<Answer | undefined>,
): ServerFunction {
  return async (functions, { request, caller, siteUrl }) => {
    const { database } = functions;
    const { headers } = request;
    const { sub: person } = caller.claims;
    // Read before the transaction begins: it waits for nobody's network.
    const text = await request.text();
    if (caller.role !== 'authenticated' || typeof person !== 'string') {
      noteOfRequest({ isHidden: true });
      throw new ApiError('not_found');
    }
    // Until SQL has said who they are.
    noteOfRequest({ isHidden: true });
    const once = () =>
      database.asCaller(caller, async (session) => {
        const { rows } = await session.query<{ role: StaffRole }>({
          name: 'staff-begin',
          text: 'select staff.begin($1, $2, $3) as role',
          values: [minimum, isDangerous, isPoll],
        });
        const role = rows[0]?.role;
        if (!role) throw new ApiError('not_found');
        noteOfRequest({ isHidden: false, actor: person });
        const call = { session, input: parseBody(text, input), person, role, siteUrl };
        return work({ ...call, headers, functions }, text);
      });
    return onceMore(once).catch((error: unknown) => {
      throw refusalOfAct(error) ?? error;
    });
  };
}

async function requireOther(session: Transaction, person: string) {
  await session.query({ text: 'select staff.require_other($1)', values: [person] });
}

export async function writeLog(
  session: Transaction,
  act: string,
  { subject, before, after }: Entry,
  reason?: string,
) {
  noteOfRequest({ act });
  await session.query({
    name: 'staff-write-log',
    text: 'select staff.write_log($1, $2, $3, $4, $5, $6)',
    values: [
      act,
      subject?.kind ?? '',
      subject?.id ?? '',
      reason ?? null,
      before ? JSON.stringify(before) : null,
      after ? JSON.stringify(after) : null,
    ],
  });
}
