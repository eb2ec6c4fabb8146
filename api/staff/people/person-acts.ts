import { z } from 'zod';
import { membershipFates, noteSchema } from '#domain/staff/people.ts';
import { caseSchema } from '#domain/staff/review.ts';
import { ApiError } from '../../errors.ts';
import { staffAct } from '../as-staff.ts';

/** The person it is about: part of every act on a person. */
export const onPerson = z.object({ person: z.uuid() });
const aboutPerson = ({ person }: { person: string }) => person;
export const subjectOf = (id: string) => ({ kind: 'person', id });

/**
 * Jobs, profile, messages and sessions are gone with the commit: every read checks for bans (decision 43), and later
 * writes by the person are refused (`private.begin_write`).
 */
export const blockPerson = staffAct('block-person', {
  input: onPerson.extend({
    membership: z.enum(membershipFates).default('end'),
    /** The case in which it was decided, with the version that was shown, so that whoever was faster is named. */
    case: z.object(caseSchema.shape).optional(),
  }),
  on: aboutPerson,
  async run({ session, input: { person, membership, case: of } }) {
    if (of) {
      await session.query({
        text: 'select staff.claim_case($1, $2, true)',
        values: [of.id, of.version],
      });
    }
    const { rows } = await session.query<{ before: object }>({
      text: 'select staff.block_person($1, $2) as before',
      values: [person, membership],
    });
    return {
      entry: {
        subject: subjectOf(person),
        before: rows[0]?.before,
        after: { blocked: true, membership },
      },
    };
  },
});

/** Restores what the block removed, and no more. */
export const unblockPerson = staffAct('unblock-person', {
  input: onPerson,
  on: aboutPerson,
  async run({ session, input: { person } }) {
    const { rows } = await session.query<{ after: object }>({
      text: 'select staff.unblock_person($1) as after',
      values: [person],
    });
    const after = rows[0]?.after;
    return {
      answer: { ...after },
      entry: { subject: subjectOf(person), before: { blocked: true }, after },
    };
  },
});

export const endSessions = staffAct('end-sessions', {
  input: onPerson,
  on: aboutPerson,
  async run({ session, input: { person } }) {
    const { rows } = await session.query<{ ended: number }>({
      text: 'select staff.end_sessions($1) as ended',
      values: [person],
    });
    const ended = rows[0]?.ended ?? 0;
    return {
      answer: { ended },
      entry: { subject: subjectOf(person), before: { sessions: ended }, after: { sessions: 0 } },
    };
  },
});

/** Sends the sign-up letter again. The link and code are created when it is sent. */
export const resendConfirmation = staffAct('resend-confirmation', {
  input: onPerson,
  on: aboutPerson,
  async run({ session, input: { person }, siteUrl }) {
    const letter = {
      siteUrl,
      redirectTo: siteUrl,
      client: { address: '', counted: '', network: '', agent: '' },
    };
    await session.query({
      text: 'select staff.ask_letter($1, $2)',
      values: [person, JSON.stringify(letter)],
    });
    return { entry: { subject: subjectOf(person) } };
  },
});

export const addNote = staffAct('add-note', {
  input: z.intersection(onPerson, noteSchema),
  on: aboutPerson,
  async run({ session, input: { person, words } }) {
    const { rowCount } = await session.query({
      text: `insert into staff.notes (user_id, words)
        select p.id, $2 from staff.people as p where p.id = $1`,
      values: [person, words],
    });
    if (rowCount === 0) throw new ApiError('person_gone');
    return { entry: { subject: subjectOf(person), after: { words } } };
  },
});

/** Runs the account's own deletion at the person's request. The owner has to type the address. */
export const deletePerson = staffAct('delete-person', {
  input: onPerson.extend({ address: z.string().trim().max(255) }),
  on: aboutPerson,
  async run({ session, input: { person, address } }) {
    const { rows } = await session.query<{ erased: number }>({
      text: 'select staff.delete_person($1, $2)::float8 as erased',
      values: [person, address],
    });
    return { entry: { subject: subjectOf(person), after: { erasedEntries: rows[0]?.erased } } };
  },
});
