import type { AwardAnswer, AwardPreview } from '#domain/staff/credentials.ts';
import { awardSchema, previewSchema } from '#domain/staff/credentials.ts';
import { ApiError } from '../../errors.ts';
import { staffAct, staffLook } from '../../staff/as-staff.ts';
import { judgeLines } from './judge-lines.ts';
import { readLines } from './read-lines.ts';

/** Previews line by line what a file would award, without changing anything. */
export const previewCredentials = staffLook({
  minimum: 'staff',
  input: previewSchema,
  read: async ({ session, input }): Promise<AwardPreview> => {
    const { lines, unread } = readLines(input.csv);
    const judged = await judgeLines(session, lines);
    return { lines: judged.map(({ sound, ...line }) => line), unread };
  },
});

/** All lines or none. Earlier awards are skipped, so uploading the same file twice awards nothing twice. */
export const awardCredentials = staffAct('award-credentials', {
  input: awardSchema,
  run: async ({ session, input }) => {
    const given = input.lines.map((given, place) => ({ line: place + 1, given }));
    const judged = await judgeLines(session, given);
    const wrong = judged.find(({ problems }) => problems.length > 0);
    if (wrong) {
      throw new ApiError('invalid_input', `Line ${wrong.line}: ${wrong.problems.join('. ')}.`);
    }
    const { rows } = await session.query<{ numbers: (string | null)[] }>({
      text: 'select register.award($1) as numbers',
      values: [JSON.stringify(judged.map(({ sound }) => sound))],
    });
    const numbers = (rows[0]?.numbers ?? []).filter((number) => number !== null);
    const answer: AwardAnswer = {
      awarded: numbers.length,
      known: judged.length - numbers.length,
      numbers,
    };
    return {
      answer,
      entry: {
        subject: { kind: 'credentials', id: numbers.length === 1 ? (numbers[0] ?? '') : '' },
        after: answer,
      },
    };
  },
});
