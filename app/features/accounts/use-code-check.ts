import { useEffect, useState } from 'react';
import { findDataService } from '#app/session/data-service.ts';

export type CodeCheck = 'checking' | 'genuine' | 'unknown' | 'unreachable';

/**
 * Whether a code that this browser could not turn into a session is one at all. The service is asked
 * with a verifier that fits none: it tells the two apart, and uses nothing up.
 */
export function useCodeCheck(code: string | null): CodeCheck {
  const [found, setFound] = useState<CodeCheck>('checking');
  // Synchronises once with what the service knows of the code.
  useEffect(() => {
    if (code === null) return;
    let isOver = false;
    check(code)
      .catch(() => 'unreachable' as const)
      .then((answer) => {
        if (!isOver) setFound(answer);
      });
    return () => {
      isOver = true;
    };
  }, [code]);
  return found;
}

const genuine = ['bad_code_verifier', 'flow_state_expired'];

async function check(code: string): Promise<CodeCheck> {
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
