import { openSupabase } from '#app/data/supabase.ts';
import { callService, findDataService } from '#app/session/data-service.ts';
import { type Failure, failureOf } from '#app/ui/failure.ts';

/** Sent along with a change instead of a new sign-in. */
export type Proof = { nonce?: string };

/** Whether a sign-in can be renewed: a Supabase project only accepts a code along with the change itself. */
export async function canRenewSignIn(): Promise<boolean> {
  const { supabaseUrl, functionsUrl } = await findDataService();
  return supabaseUrl === functionsUrl;
}

/** Renews the sign-in of this session. The official client has no method for it. */
export async function prove(
  proof: { current_password: string } | { nonce: string },
): Promise<Failure | undefined> {
  try {
    const client = await openSupabase();
    const { data } = await client.auth.getSession();
    await callService('/auth/v1/reauthenticate', {
      method: 'POST',
      token: data.session?.access_token,
      body: JSON.stringify(proof),
    });
  } catch (error) {
    const failure = failureOf(error);
    return words[failure.code] ?? failure;
  }
}

/** Replaces messages that the service wrote for programs. */
const words: Record<string, Failure> = {
  invalid_credentials: { code: 'wrong_password', message: 'This is not your password.' },
  reauthentication_not_valid: {
    code: 'reauthentication_not_valid',
    message: 'The code is wrong, or has expired.',
  },
};
