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
  /** What was not understood, which only `handling=strict` minds. */
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

/** The first of two contradicting preferences counts, as RFC 7240 says. */
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
    } else if (Object.hasOwn(known, name) && known[name]?.includes(value)) {
      found[name] ??= value;
    } else {
      // Whether there is a time zone of that name, only the database knows.
      if (name === 'timezone') found[name] ??= value;
      strange.push(preference);
    }
  }
  // Without handling=strict a limit on the affected rows is only a wish, which PostgREST ignores.
  if (found.handling !== 'strict') delete found['max-affected'];
  const preferences: Preferences = { ...found, strange };
  return preferences;
}

/** With the time zone where there is one of that name, or else without. */
export function withTimezone(
  preferences: Preferences,
  zones: ReadonlySet<string> | undefined,
): Preferences {
  const { timezone, strange, ...others } = preferences;
  if (timezone === undefined || !zones?.has(timezone)) return { ...others, strange };
  return { ...others, timezone, strange: strange.filter((it) => !it.startsWith('timezone=')) };
}

/** `handling=strict`: what is not understood is refused, once all else has been found right. */
export function refuseStrange({ handling, strange }: Preferences): void {
  if (handling !== 'strict' || strange.length === 0) return;
  refuse('PGRST122', {
    message: 'Invalid preferences given with handling=strict',
    details: `Invalid preferences: ${strange.join(', ')}`,
  });
}

/** In the order in which PostgREST names them, whatever the order of the request. */
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

/** What each kind of request pays heed to. */
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
