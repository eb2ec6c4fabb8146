import * as z from 'zod/mini';

/** The columns of a company's board, in the order of the work; what each is called. */
export const boardStates = {
  new: 'New',
  review: 'In review',
  interview: 'Interview',
  offer: 'Offer',
  hired: 'Hired',
  declined: 'Declined',
} as const;
export type BoardState = keyof typeof boardStates;
export const boardOrder = Object.keys(boardStates) as BoardState[];

export const nameState = (state: string): string =>
  state === 'withdrawn' ? 'Withdrawn' : (boardStates[state as BoardState] ?? state);

/** Most that one press declines. */
export const mostDeclined = 200;
/** The same lengths stand in the tables. */
export const inboxTexts = { note: 2000, template: 2000, templateName: 80, words: 2000 } as const;

/** What a list of applications may be narrowed to; as it stands in the address. */
export const inboxFilters = z.object({
  state: z.catch(z.enum(['', 'open', ...boardOrder, 'withdrawn']), ''),
  needs: z.catch(z.enum(['', 'yes', 'no']), ''),
  verified: z.catch(z.enum(['', 'yes']), ''),
  starred: z.catch(z.enum(['', 'yes']), ''),
  spam: z.catch(z.enum(['', 'yes']), ''),
  place: z.catch(z.string().check(z.maxLength(100)), ''),
  q: z.catch(z.string().check(z.maxLength(100)), ''),
  question: z.catch(z.string().check(z.maxLength(200)), ''),
  answer: z.catch(z.string().check(z.maxLength(1000)), ''),
});
export type InboxFilters = z.infer<typeof inboxFilters>;

export function readInboxFilters(params: URLSearchParams): InboxFilters {
  return inboxFilters.parse(Object.fromEntries(params));
}

/** What is not asked for is left out. */
export function writeInboxFilters(filters: InboxFilters): URLSearchParams {
  return new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''));
}

/** As the function `list_applications` names them. */
export const asQuestion = (job: string | undefined, filters: InboxFilters) => ({
  ...(job && { job }),
  standing: filters.state,
  needs: filters.needs,
  verified: filters.verified === 'yes',
  near: filters.place,
  starred: filters.starred === 'yes',
  q: filters.q,
  question: filters.question,
  answer: filters.question ? filters.answer : '',
  spam: filters.spam === 'yes',
});

/** A template as it reads to one applicant; the same as `private.fill_template` in SQL. */
export const fillTemplate = (words: string, name: string, job: string): string =>
  words.replaceAll('{job}', job).replaceAll('{name}', name);
