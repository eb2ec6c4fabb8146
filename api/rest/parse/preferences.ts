import { refuse } from '../rest-errors.ts';

export type Preferences = {
  return?: 'minimal' | 'representation' | 'headers-only';
  count?: 'exact' | 'planned' | 'estimated';
  resolution?: 'merge-duplicates' | 'ignore-duplicates';
  missing?: 'default' | 'null';
  tx?: 'commit' | 'rollback';
  handling?: 'strict' | 'lenient';
  'max-affected'?: number;
  timezone?: string;
  /** Unknown preferences, which only matter with `handling=strict`. */
  strange: string[];
};

type PreferenceName = Exclude<keyof Preferences, 'strange'>;

const known: Record<string, readonly string[]> = {
  return: ['minimal', 'representation', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  tx: ['commit', 'rollback'],
  handling: ['strict', 'lenient'],
};

const none: Preferences = { strange: [] };

/** If two preferences contradict, the first one counts, as in RFC 7240. */
export function readPreferences(header: string | null): Preferences {
  if (!header) return none;
  const found: Record<string, string | number> = {};
  const strange: string[] = [];
  for (const part of header.split(',')) {
    const preference = part.trim();
    if (!preference) continue;
    const [name = '', value = ''] = preference.split('=', 2).map((piece) => piece.trim());
    if (name === 'max-affected') {
      if (/^\d{1,9}$/.test(value)) found[name] ??= Number(value);
    } else if (name === 'timezone') {
      found[name] ??= value;
    } else if (Object.hasOwn(known, name) && known[name]?.includes(value)) {
      found[name] ??= value;
    } else {
      strange.push(preference);
    }
  }
  // Without handling=strict, PostgREST ignores a limit on the affected rows.
  if (found.handling !== 'strict') delete found['max-affected'];
  const preferences: Preferences = { ...found, strange };
  return preferences;
}

/** Quarters of an hour are enough for every zone: PostgreSQL keeps each text in memory that it has once accepted. */
const offset = /^[+-]?(\d|0\d|1[0-5])(:(00|15|30|45))?$/;

/** Refuses a time zone that does not exist, with PostgreSQL's message. */
export function refuseTimezone(timezone: string, zones: ReadonlySet<string>): void {
  if (offset.test(timezone) || zones.has(timezone.toLowerCase())) return;
  refuse('22023', { message: `invalid value for parameter "TimeZone": "${timezone}"` });
}

/** `handling=strict`: refuses unknown preferences, once everything else has been validated. */
export function refuseStrange({ handling, strange }: Preferences): void {
  if (handling !== 'strict' || strange.length === 0) return;
  refuse('PGRST122', {
    message: 'Invalid preferences given with handling=strict',
    details: `Invalid preferences: ${strange.join(', ')}`,
  });
}

/** In PostgREST's order, whatever the order in the request. */
const order: PreferenceName[] = [
  'resolution',
  'missing',
  'return',
  'count',
  'tx',
  'handling',
  'timezone',
  'max-affected',
];

const always: PreferenceName[] = ['count', 'tx', 'handling', 'timezone'];

/** The preferences that each kind of request supports. */
const heeded: Record<string, PreferenceName[]> = {
  read: always,
  insert: [...always, 'resolution', 'missing', 'return'],
  put: [...always, 'return'],
  update: [...always, 'missing', 'return', 'max-affected'],
  delete: [...always, 'return', 'max-affected'],
  call: [...always, 'max-affected'],
};

/** The `Preference-Applied` header. */
export function appliedPreferences(
  preferences: Preferences,
  action: string,
  isResolved: boolean,
): string {
  if (preferences === none) return '';
  return order
    .filter((name) => heeded[action]?.includes(name) && preferences[name] !== undefined)
    .filter((name) => name !== 'resolution' || isResolved)
    .map((name) => `${name}=${preferences[name]}`)
    .join(', ');
}
