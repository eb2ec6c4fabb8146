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

/** What staff functions get: everything runs in one transaction, as the person, under row-level security. */
type StaffCall<Input> = {
  session: Transaction;
  input: Input;
  /** The person who acts. */
  person: string;
  role: StaffRole;
  siteUrl: string;
  /** As received, including what a proxy added. */
  headers: Headers;
  functions: Functions;
};

/** What was acted on, as logged: a kind (`person`, `job`) and its id. */
type Subject = { kind: string; id: string };

/** What a log entry contains besides who, when and which act. */
type Entry = { subject?: Subject; before?: object | undefined; after?: object | undefined };

type Done<Answer> = {
  answer?: Answer;
  entry: Entry;
  /** Runs after the entry is written, because it ends the right to write one. */
  last?: () => Promise<unknown>;
};

type Gate = { minimum: StaffRole; isDangerous?: boolean | undefined; isPoll?: boolean | undefined };

/**
 * An act of staff, from the table in domain/staff/acts.ts. `run` returns the answer and the log entry, which is
 * written in the same transaction, so that an act that cannot be logged does not happen. `on` is the person it is
 * about: never the person who acts, nor somebody with a higher role.
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
 * What staff only read. `looksAt` names the person whose private data the answer contains: then reading it is logged
 * too, as the given act `look-…`. Polling does not count as activity.
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

/** Runs for every missing function, so that a hidden one does not take longer to answer. */
export const nothingHere: ServerFunction = staffLook({
  minimum: 'viewer',
  isPoll: true,
  input: z.object({}),
  read: async () => {
    throw new ApiError('not_found');
  },
});

/** The only way in: anybody without the role gets the answer of a function that does not exist. */
export function asStaff<Input, Answer extends object>(
  { minimum, isDangerous = false, isPoll = false }: Gate,
  input: core.$ZodType<Input>,
  work: (call: StaffCall<Input>, text: string) => Promise<Answer | undefined>,
): ServerFunction {
  return async (functions, { request, caller, siteUrl }) => {
    const { database } = functions;
    const { headers } = request;
    const { sub: person } = caller.claims;
    // Read before the transaction begins, which must not wait for anybody's network.
    const text = await request.text();
    if (caller.role !== 'authenticated' || typeof person !== 'string') {
      noteOfRequest({ isHidden: true });
      throw new ApiError('not_found');
    }
    // Hidden until SQL has identified the person.
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
