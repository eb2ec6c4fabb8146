import { z } from 'zod';
import { asQuestion, nameState, readInboxFilters } from '#domain/applications/inbox.ts';
import { toCsv } from '../csv.ts';
import { ApiError } from '../errors.ts';
import { readBody, type ServerFunction } from '../functions/context.ts';
import { moment } from '../moment.ts';

const rowsOfPart = 1000;
const bodySchema = z.object({
  job: z.uuid().optional(),
  filters: z.record(z.string(), z.string()).default({}),
  after: z.object({ at: moment, id: z.uuid() }).optional(),
});

type Row = {
  id: string;
  at: string;
  name: string;
  email: string;
  phone: string | null;
  place: string | null;
  job_title: string;
  state: string;
  applied_at: Date;
  answered_at: Date | null;
  meets_needs: boolean;
  is_verified: boolean;
  note: string;
  answers: { question: string; answer: string }[];
};

const heads = [
  'name',
  'email',
  'phone',
  'place',
  'job',
  'state',
  'applied (UTC)',
  'answered (UTC)',
  'meets the needs',
  'credential verified',
  'note',
  'answers',
];

/** The filtered list, in parts; the database decides what the caller may see. */
export const applicationsFile: ServerFunction = async ({ database }, { request, caller }) => {
  if (caller.role !== 'authenticated') throw new ApiError('no_authorization');
  const { job, filters, after } = await readBody(request, bodySchema);
  const asked = asQuestion(job, readInboxFilters(new URLSearchParams(filters)));
  const { rows } = await database.askAs<Row>(caller, {
    name: 'applications-file',
    // The time as text, in full precision: the next part continues after it.
    text: `select *, to_json(applied_at) #>> '{}' as at
      from public.list_applications($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    values: [
      job ?? null,
      asked.standing,
      asked.needs,
      asked.verified,
      asked.near,
      asked.starred,
      asked.q,
      asked.question,
      asked.answer,
      asked.spam,
      after?.at ?? null,
      after?.id ?? null,
      rowsOfPart,
    ],
  });
  const cells = rows.map((row) => [
    row.name,
    row.email,
    row.phone,
    row.place,
    row.job_title,
    nameState(row.state),
    row.applied_at,
    row.answered_at,
    row.meets_needs ? 'yes' : 'no',
    row.is_verified ? 'yes' : 'no',
    row.note,
    row.answers.map(({ question, answer }) => `${question} ${answer}`).join(' | '),
  ]);
  const last = rows.at(-1);
  return {
    csv: toCsv(after ? cells : [heads, ...cells]),
    ...(rows.length === rowsOfPart && last && { next: { at: last.at, id: last.id } }),
  };
};
