import { refuse } from '../rest-errors.ts';

export type Preferences = {
  return?: 'minimal' | 'representation' | 'headers-only';
  count?: 'exact' | 'planned' | 'estimated';
  resolution?: 'merge-duplicates' | 'ignore-duplicates';
  missing?: 'default' | 'null';
  tx?: 'commit' | 'rollback';
  maxAffected?: number;
  /** What was understood, for the `Preference-Applied` header. */
  applied: string[];
};

const known: Record<string, readonly string[]> = {
  return: ['minimal', 'representation', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  tx: ['commit', 'rollback'],
  handling: ['strict', 'lenient'],
};

const none: Preferences = { applied: [] };

/** The first of two contradicting preferences counts, as RFC 7240 says. */
export function readPreferences(header: string | null): Preferences {
  if (!header) return none;
  const found: Record<string, string> = {};
  const strange: string[] = [];
  for (const part of header.split(',')) {
    const preference = part.trim();
    if (!preference) continue;
    const [name = '', value = ''] = preference.split('=', 2).map((piece) => piece.trim());
    const isKnown =
      name === 'max-affected'
        ? /^\d{1,9}$/.test(value)
        : Object.hasOwn(known, name) && known[name]?.includes(value);
    if (!isKnown) strange.push(preference);
    else found[name] ??= value;
  }
  const isStrict = found.handling === 'strict';
  if (isStrict && strange.length > 0) {
    refuse('PGRST122', {
      message: 'Invalid preferences given with handling=strict',
      details: `Invalid preferences: ${strange.join(', ')}`,
    });
  }
  // Without handling=strict a limit on the affected rows is only a wish, which PostgREST ignores.
  const maxAffected = found['max-affected'];
  if (!isStrict) delete found['max-affected'];
  return {
    ...(found as Omit<Preferences, 'applied' | 'maxAffected'>),
    maxAffected: isStrict && maxAffected !== undefined ? Number(maxAffected) : undefined,
    applied: Object.entries(found).map(([name, value]) => `${name}=${value}`),
  };
}
