import { z } from 'zod';
import { membershipFates, noteSchema } from '#domain/staff/people.ts';
import { caseSchema } from '#domain/staff/review.ts';
import { ApiError } from '../../errors.ts';
import { staffAct } from '../as-staff.ts';

/** Whom it is about: what every act on a person is told. */
export const onPerson = z.object({ person: z.uuid() });
const aboutPerson = ({ person }: { person: string }) => person;
export const subjectOf = (id: string) => ({ kind: 'person', id });

/**
 * Jobs, profile, messages and sessions stop with the commit: everything asks at each read who is banned
 * (decision 43), and no write of theirs that comes later is accepted (`private.begin_write`).
 */
export const blockPerson = staffAct('block-person', {
  input: onPerson.extend({
    membership: z.enum(membershipFates).default('end'),
    /** On whose page it was decided, as it was read there: then whoever was faster is named. */
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

/** Brings back what the block took away, and no more. */
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

/** The letter of a sign-up once more. Link and code are made when it is sent. */
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

/** The account's own deletion, which the person asked for. Whoever does it types the address. */
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
