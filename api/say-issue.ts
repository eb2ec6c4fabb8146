import type { core } from 'zod';

type Issue = core.$ZodRawIssue | core.$ZodIssue;

/**
 * The message for a value if its rule has none: which value, and what it must be. Passed to a parse as its `error`; a
 * rule's own message takes precedence.
 */
export function sayIssue(issue: Issue): string {
  const name = nameOf(issue.path);
  const isMissing = issue.input === undefined && name !== wholeBody;
  return `${name} ${isMissing ? 'is missing' : whatIsWrong(issue)}.`;
}

const wholeBody = 'The body';

function nameOf(path: readonly PropertyKey[] = []): string {
  return path.map(String).join('.') || wholeBody;
}

/** What is wrong with a value, without its name. */
export function whatIsWrong(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? `of the type ${issue.expected}`}`;
    case 'too_small':
      return `must ${bound(issue, 'least', issue.minimum)}`;
    case 'too_big':
      return `must ${bound(issue, 'most', issue.maximum)}`;
    case 'invalid_value':
      return `must be ${oneOf(issue.values.map((value) => JSON.stringify(value)))}`;
    case 'invalid_format':
      return formats[issue.format]
        ? `must be ${formats[issue.format]}`
        : 'has a form that is not allowed';
    case 'unrecognized_keys':
      return `has fields that are not known: ${issue.keys.join(', ')}`;
    default:
      return 'is not valid';
  }
}

function oneOf(values: readonly string[]): string {
  return [values.slice(0, -1).join(', '), values.at(-1)].filter(Boolean).join(' or ');
}

const kinds: Record<string, string> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'a JSON object',
  record: 'a JSON object',
  string: 'a string',
};

const formats: Record<string, string> = {
  date: 'a date, as 2026-01-31',
  datetime: 'a time, as 2026-01-31T12:00:00Z',
  email: 'an email address',
  guid: 'a UUID',
  url: 'a web address',
  uuid: 'a UUID',
};

type Bounded = { origin: string; inclusive?: boolean | undefined };

function bound({ origin, inclusive }: Bounded, side: 'least' | 'most', limit: number | bigint) {
  if (origin === 'string') return `have at ${side} ${count(limit, 'character')}`;
  if (origin === 'array' || origin === 'set') return `have at ${side} ${count(limit, 'item')}`;
  if (inclusive === false) return `be ${side === 'least' ? 'more' : 'less'} than ${limit}`;
  return `be at ${side} ${limit}`;
}

function count(number: number | bigint, what: string): string {
  return `${number} ${what}${Number(number) === 1 ? '' : 's'}`;
}

/** The first problem. A rule's own message names its field, but not the path of a nested value. */
export function firstIssue({ issues: [issue] }: { issues: readonly core.$ZodIssue[] }): string {
  const { path = [], message = 'The body is not valid.' } = issue ?? {};
  const place = nameOf(path);
  return path.length < 2 || message.startsWith(`${place} `) ? message : `${place}: ${message}`;
}
