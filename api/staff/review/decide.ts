import type * as core from 'zod/v4/core';
import type { Transaction } from '#database/database.ts';
import type { StaffAct } from '#domain/staff/acts.ts';
import { askCaseSchema, type CaseState, caseSchema, hideCaseSchema } from '#domain/staff/review.ts';
import { staffAct } from '../as-staff.ts';

/**
 * SQL locks the case and then checks whether the caller may act on it (staff.take_up): not if it is about themselves
 * or a higher role, not if they reported it, and only in the version they saw. `on` could not check this, because the
 * caller only names a case.
 */

type Known = { kind: string; title: string; state: CaseState; person_id: string | null };

function caseAct<Input extends { id: string; version: number }>(
  name: StaffAct,
  input: core.$ZodType<Input>,
  work: (input: Input) => { text: string; values: unknown[] },
) {
  return staffAct(name, {
    input,
    async run({ session, input }) {
      const before = await readCase(session, input.id);
      await session.query(work(input));
      const after = await readCase(session, input.id);
      const { person_id: person } = after ?? {};
      return {
        answer: { state: after?.state },
        entry: {
          // Logged under the person, so that it is in their history, and erasing them covers it.
          subject: person ? { kind: 'person', id: person } : { kind: 'case', id: input.id },
          before: { state: before?.state },
          after: {
            case: input.id,
            kind: after?.kind,
            title: after?.title,
            state: after?.state,
            ...('question' in input && { question: input.question }),
          },
        },
      };
    },
  });
}

async function readCase(session: Transaction, id: string): Promise<Known | undefined> {
  const { rows } = await session.query<Known>({
    text: 'select kind, title, state, person_id from staff.cases where id = $1',
    values: [id],
  });
  return rows[0];
}

export const takeCase = caseAct('take-case', caseSchema, ({ id, version }) => ({
  text: 'select staff.claim_case($1, $2, true)',
  values: [id, version],
}));

export const leaveCase = caseAct('leave-case', caseSchema, ({ id, version }) => ({
  text: 'select staff.claim_case($1, $2, false)',
  values: [id, version],
}));

export const releaseCase = caseAct('release-case', caseSchema, ({ id, version }) => ({
  text: 'select staff.decide_case($1, $2, false, null)',
  values: [id, version],
}));

export const hideCase = caseAct('hide-case', hideCaseSchema, ({ id, version, reason }) => ({
  text: 'select staff.decide_case($1, $2, true, $3)',
  values: [id, version, reason],
}));

export const askCase = caseAct('ask-case', askCaseSchema, ({ id, version, question }) => ({
  text: 'select staff.ask_person($1, $2, $3)',
  values: [id, version, question],
}));
