import type { PasskeyListItem } from '@supabase/supabase-js';

/** One that was made elsewhere may have no name. */
export function nameOfPasskey({ friendly_name }: PasskeyListItem): string {
  return friendly_name || 'Passkey';
}
