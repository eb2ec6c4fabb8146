import { openSupabase } from '#app/data/supabase.ts';
import { findDataService, ServiceError } from '#app/session/data-service.ts';
import { useLoading } from '#app/ui/use-loading.ts';
import { claim } from './cleared.ts';

export type CodeCheck =
  | { kind: 'checking' }
  /** The client has exchanged it for a session, and will report that in a moment. */
  | { kind: 'used' }
  | { kind: 'genuine' }
  | { kind: 'unknown' }
  | { kind: 'unreachable' }
  /** Its link was the first proof of the mailbox, and the person may decide about the account. */
  | { kind: 'cleared'; email: string };

/**
 * Whether a code that this browser could not exchange for a session is genuine. Asks the service with a verifier that
 * never matches: the error tells the two apart, and does not use up the code.
 */
export function useCodeCheck(code: string | null): CodeCheck {
  const { state } = useLoading(() => check(code ?? ''), {
    key: code ?? '',
    isWanted: code !== null,
  });
  return state.data ?? { kind: state.failure ? 'unreachable' : 'checking' };
}

async function check(code: string): Promise<CodeCheck> {
  // Wait until the client has tried to use it, which on a slow connection takes longer than a screen waits.
  const { auth } = await openSupabase();
  await auth.initialize();
  if (new URLSearchParams(location.search).get('code') !== code) return { kind: 'used' };
  try {
    const { email } = await claim<{ email: string }>({ kind: 'code', code }, { action: 'look' });
    return { kind: 'cleared', email };
  } catch (error) {
    if (!(error instanceof ServiceError && error.status === 404)) throw error;
  }
  return { kind: await verdictOn(code) };
}

const genuine = ['bad_code_verifier', 'flow_state_expired'];

async function verdictOn(code: string): Promise<'genuine' | 'unknown' | 'unreachable'> {
  const { supabaseUrl, supabaseKey } = await findDataService();
  const response = await fetch(`${supabaseUrl}/auth/v1/token?grant_type=pkce`, {
    method: 'POST',
    headers: { apikey: supabaseKey, 'content-type': 'application/json' },
    body: JSON.stringify({ auth_code: code, code_verifier: 'of another browser' }),
  });
  if (response.status === 429 || response.status >= 500) return 'unreachable';
  const { error_code }: { error_code?: string } = await response.json();
  return error_code && genuine.includes(error_code) ? 'genuine' : 'unknown';
}
