import type { TextRule } from '../text/text-rules.ts';

/** The columns of a company's board, in the order of the work, and their titles. */
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

/** The most applications that can be declined at once. */
export const mostDeclined = 200;
export const inboxTexts = {
  note: { name: 'The note', least: 1, most: 2000, tooShort: 'Write a note' },
  template: { name: 'The template', least: 1, most: 2000, tooShort: 'Write the template' },
  templateName: { name: 'The name', least: 1, most: 80, tooShort: 'Give the template a name' },
  words: { name: 'What they read', least: 1, most: 2000 },
} as const satisfies Record<string, TextRule>;
/** When recruiters are emailed about new applications. */
export const applicationMails = ['digest', 'at-once', 'off'] as const;

/** What a list of applications can be filtered by, as the address has it. */
const choices = {
  state: ['', 'open', ...boardOrder, 'withdrawn'],
  needs: ['', 'yes', 'no'],
  verified: ['', 'yes'],
  starred: ['', 'yes'],
  spam: ['', 'yes'],
} as const;
const longest = { place: 100, q: 100, question: 200, answer: 1000 } as const;

export type InboxFilters = { [name in keyof typeof choices]: (typeof choices)[name][number] } & {
  [name in keyof typeof longest]: string;
};

/** Ignores values that are not among the choices, are too long, or cannot be stored. */
export function readInboxFilters(params: URLSearchParams): InboxFilters {
  const chosen = Object.entries(choices).map(([name, known]) => {
    const value = params.get(name) ?? '';
    return [name, (known as readonly string[]).includes(value) ? value : ''];
  });
  const typed = Object.entries(longest).map(([name, most]) => {
    const value = params.get(name) ?? '';
    return [name, value.length <= most && !value.includes('\0') ? value : ''];
  });
  return Object.fromEntries([...chosen, ...typed]);
}

/** Leaves out empty filters. */
export function writeInboxFilters(filters: InboxFilters): URLSearchParams {
  return new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''));
}

/** Whether the filters leave anything out. */
export const narrows = (filters: InboxFilters) => writeInboxFilters(filters).toString() !== '';

/**
 * The arguments of the function `list_applications`. An é, which may be one character or two, is normalized as it is
 * stored.
 */
export const asQuestion = (job: string | undefined, filters: InboxFilters) => ({
  ...(job && { job }),
  standing: filters.state,
  needs: filters.needs,
  verified: filters.verified === 'yes',
  near: filters.place.normalize(),
  starred: filters.starred === 'yes',
  q: filters.q.normalize(),
  question: filters.question,
  answer: filters.question ? filters.answer : '',
  spam: filters.spam === 'yes',
});

/** A template filled in for one applicant; the same as `private.fill_template` in SQL. */
export const fillTemplate = (words: string, name: string, job: string): string =>
  // Replacer functions, because “$&” in a replacement string has a meaning of its own.
  words.replaceAll('{job}', () => job).replaceAll('{name}', () => name);

/**
 * The field's content after a template is chosen: it replaces the previous template, but goes below what somebody
 * typed.
 */
export const beginWith = (template: string, typed: string, before: string): string =>
  typed.trim() === '' || typed === before ? template : `${typed.trimEnd()}\n\n${template}`;
