import { grouped } from '../text/grouped.ts';
import { plainText, tidy } from '../text/plain-text.ts';
import { seen } from '../text/seen.ts';
import { lengthOf } from '../text/text-length.ts';
import { invalidAddress, isWebAddress, tidyWebAddress } from '../text/web-address-rules.ts';
import { linksIn } from './rich-links.ts';
import type { WordField, WordFields, WordProblem, WordValues } from './word-kinds.ts';

/** The values as they are stored, and what is wrong with them, field by field. */
export type CheckedWords = { values: WordValues; problems: WordProblem[] };

type Note = (path: string, message: string) => void;

/** Checks the values against the fields. Unknown fields are dropped; missing ones are empty. */
export function checkWords(fields: WordFields, given: unknown): CheckedWords {
  const problems: WordProblem[] = [];
  const values = checkGroup(fields, given, '', (path, message) => problems.push({ path, message }));
  return { values, problems };
}

function checkGroup(fields: WordFields, given: unknown, path: string, note: Note): WordValues {
  const typed = isRecord(given) ? given : {};
  const known = { ...typed, ...slugsOf(fields, typed) };
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      checkField(
        field,
        Object.hasOwn(known, name) ? known[name] : undefined,
        join(path, name),
        note,
      ),
    ]),
  );
}

function checkField(field: WordField, given: unknown, path: string, note: Note): unknown {
  switch (field.type) {
    case 'group':
      return checkGroup(field.fields, given, path, note);
    case 'list':
      return checkList(field, given, path, note);
    case 'check':
      return given === true;
    case 'number':
      return checkNumber(field, given, path, note);
    default:
      return checkText(field, typeof given === 'string' ? given : '', path, note);
  }
}

/** The slugs that nobody typed. */
function slugsOf(fields: WordFields, typed: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const isMissing = field.type === 'slug' && !String(typed[name] ?? '').trim();
      return isMissing ? [[name, slugOf(String(typed[field.from] ?? ''))]] : [];
    }),
  );
}

function slugOf(words: string): string {
  const plain = words.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replaceAll(' ', '-')
    .slice(0, 60)
    .replace(/-$/, '');
}

function checkList(
  field: Extract<WordField, { type: 'list' }>,
  given: unknown,
  path: string,
  note: Note,
) {
  const items = Array.isArray(given) ? given : [];
  const { itemName, least, most, key, fields } = field;
  if (items.length < least) note(path, `At least ${least} must stand here.`);
  if (items.length > most) note(path, `No more than ${most} can stand here.`);
  const checked = items
    .slice(0, most)
    .map((item, place) => checkGroup(fields, item, join(path, String(place)), note));
  const keys = new Set<unknown>();
  checked.forEach((item, place) => {
    if (!key) return;
    if (keys.has(item[key])) {
      note(
        join(join(path, String(place)), key),
        `Another ${itemName.toLowerCase()} has this already.`,
      );
    }
    keys.add(item[key]);
  });
  return checked;
}

function checkNumber(
  { least, most, isOptional, isWhole }: Extract<WordField, { type: 'number' }>,
  given: unknown,
  path: string,
  note: Note,
) {
  if (given === null || given === undefined || given === '') {
    if (!isOptional) note(path, 'Please enter a number.');
    return null;
  }
  const value = Number(given);
  if (!Number.isFinite(value)) note(path, 'Please enter a number.');
  else if (value < least || value > most) note(path, `Please enter ${least} to ${most}.`);
  else if (isWhole && !Number.isInteger(value)) note(path, 'Please enter a whole number.');
  return value;
}

type TextField = Exclude<WordField, { type: 'group' | 'list' | 'check' | 'number' }>;

function checkText(field: TextField, given: string, path: string, note: Note): string {
  const value =
    field.type === 'email'
      ? tidy(given).replace(/^mailto:/i, '')
      : field.type === 'web-address'
        ? tidyWebAddress(tidy(given))
        : field.type === 'line'
          ? oneLine(tidy(given))
          : tidy(given);
  // Invisible text counts as empty, and would otherwise fail for another reason.
  if (seen(value) === '') {
    if (!field.isOptional) note(path, 'Please fill this in.');
    return '';
  }
  const problem = problemOf(field, value);
  if (problem) note(path, problem);
  return value;
}

function oneLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter(Boolean).join(' ');
}

function problemOf(field: TextField, value: string): string | undefined {
  switch (field.type) {
    case 'line':
    case 'text':
    case 'rich': {
      const length = lengthOf(value);
      if (length > field.most)
        return `Use ${grouped(field.most)} characters at most; these are ${grouped(length)}.`;
      return field.type === 'rich' ? problemOfLinks(value) : undefined;
    }
    case 'web-address':
      return isWebAddress(value) && value.length <= 500 ? undefined : invalidAddress;
    case 'way':
      return problemOfWay(value);
    case 'email':
      return /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/.test(value) && value.length <= 255
        ? undefined
        : 'Please enter a valid email address';
    case 'slug':
      return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value) && value.length <= 60
        ? undefined
        : 'Use small letters, digits and hyphens, 60 at most.';
    case 'day':
      return isDay(value) ? undefined : 'Please choose a day.';
    case 'moment':
      return isMoment(value) ? undefined : 'Please choose a day and a time.';
    case 'choice':
      return field.options.some((option) => option.value === value)
        ? undefined
        : 'Please choose one of these.';
  }
}

/** Links in rich text lead to pages of the site, to web addresses or to a mailbox. */
function problemOfLinks(text: string): string | undefined {
  for (const { words, way } of linksIn(text)) {
    const problem = words.trim() === '' ? 'say where it leads, in words' : problemOfWay(way);
    if (problem) return `The link to “${way}”: ${problem}`;
  }
  return undefined;
}

function problemOfWay(way: string): string | undefined {
  const isOwn = /^(\/(?![/\\])|#)[\w\-./?=&#%~+]*$/.test(way);
  const isMail = /^mailto:([^\s@{}]+@[^\s@{}]+|\{email\}(\?[\w=&%+.-]+)?)$/.test(way);
  if ((isOwn || isMail || isWebAddress(way)) && way.length <= 500) return undefined;
  return 'It must begin with https:// or http://, or with / for a page of this site.';
}

const isDay = (value: string) =>
  /^\d{4}-\d\d-\d\d$/.test(value) && new Date(`${value}T00:00Z`).toJSON()?.slice(0, 10) === value;
const isMoment = (value: string) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/.test(value) && Number.isFinite(Date.parse(value));

/** A draft may be unfinished, but its text must be storable. */
export function plainValues(given: unknown): unknown {
  // Line breaks of slides and layout programs, which would otherwise be removed and join two words.
  if (typeof given === 'string')
    return plainText(given.replace(/[\v\f\u0085\u2028\u2029]/g, '\n').toWellFormed());
  if (Array.isArray(given)) return given.map(plainValues);
  if (!isRecord(given)) return given;
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [plainText(name), plainValues(value)]),
  );
}

/** Fields added after these words were published get the release's words. */
export function completed(first: WordValues, given: WordValues): WordValues {
  return Object.fromEntries(
    Object.entries(first).map(([name, value]) => {
      if (!Object.hasOwn(given, name)) return [name, value];
      const now = given[name];
      return [name, isRecord(value) && isRecord(now) ? completed(value, now) : now];
    }),
  );
}

/** All moments at which these words change by the clock. */
export function momentsIn(fields: WordFields, values: WordValues): number[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const value = values[name];
    if (field.type === 'moment') return value ? [Date.parse(String(value))] : [];
    if (field.type === 'group') return isRecord(value) ? momentsIn(field.fields, value) : [];
    if (field.type !== 'list' || !Array.isArray(value)) return [];
    return value.flatMap((item) => (isRecord(item) ? momentsIn(field.fields, item) : []));
  });
}

/** A new item of a list, with empty fields. */
export function emptyWords(fields: WordFields): WordValues {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      if (field.type === 'group') return [name, emptyWords(field.fields)];
      if (field.type === 'list') return [name, []];
      if (field.type === 'check') return [name, false];
      if (field.type === 'number') return [name, null];
      return [name, field.type === 'choice' ? (field.options[0]?.value ?? '') : ''];
    }),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const join = (path: string, name: string) => (path ? `${path}.${name}` : name);
