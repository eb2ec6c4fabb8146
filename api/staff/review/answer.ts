import { z } from 'zod';
import { caseAnswerSchema } from '#domain/staff/review.ts';
import { clientOf } from '../../client.ts';
import { ApiError } from '../../errors.ts';
import { readBody, type ServerFunction } from '../../functions/context.ts';
import { sha256 } from '../../secrets.ts';

const bodySchema = z.object({
  token: z.string().min(1).max(200),
  /** If missing, the answer only describes the case. */
  words: z.optional(caseAnswerSchema.shape.words),
});

type Letter = {
  asks_for: 'appeal' | 'answer';
  title: string;
  said: string | null;
  is_open: boolean;
};

/** Through the link in an email: an appeal, once, or the answer to a question from staff. */
export const answerReview: ServerFunction = async ({ database, limits }, { request }) => {
  const { token, words } = await readBody(request, bodySchema);
  await limits.take('renewal', clientOf(request).counted);
  const { rows } = await database.asService.query<Letter>({
    text: 'select asks_for, title, said, is_open from staff.answer_letter($1, $2)',
    values: [sha256(token), words ?? null],
  });
  const [letter] = rows;
  if (!letter) throw new ApiError('not_found', 'This link is no longer valid.');
  return { ...letter, is_sent: letter.is_open && words !== undefined };
};
