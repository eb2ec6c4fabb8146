import type { PasskeyListItem } from '@supabase/supabase-js';

/** A passkey created elsewhere may have no name. */
export function nameOfPasskey({ friendly_name }: PasskeyListItem): string {
  return friendly_name || 'Passkey';
}
