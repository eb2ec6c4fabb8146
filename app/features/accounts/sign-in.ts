import { type BrowserClient, openSupabase } from '#app/data/supabase.ts';
import { needsSecondFactor } from '#app/session/assurance.ts';
import { type Failure, failureOf } from '#app/ui/failure.ts';
import { flashToast } from '#app/ui/toast.ts';
import * as links from '#domain/links.ts';

/** Signs in; a failure is told, and then nothing has changed. */
export async function signIn(values: {
  email: string;
  password: string;
}): Promise<{ failure: Failure } | { userId: string; isHalfDone: boolean }> {
  const client = await openSupabase();
  const { data, error } = await client.auth.signInWithPassword(values);
  if (error) return { failure: failureOf(error) };
  return { userId: data.user.id, isHalfDone: needsSecondFactor(data.session) };
}

/** Welcomes the person and leads on: back to where they came from, or by whether they have a profile. */
export async function goOn(userId: string, returnPath: string | undefined) {
  const path = returnPath ?? (await pathByProfile(await openSupabase(), userId));
  flashToast({ title: 'Welcome back!', description: "You've been logged in successfully." });
  leaveTo(path);
}

/** A new document: the page ahead may be one without script. There is no way back to the form. */
export function leaveTo(path: string) {
  location.replace(path);
}

/** A check that fails is ignored: nobody is kept from the site by it. */
async function pathByProfile(client: BrowserClient, userId: string): Promise<string> {
  const { data, error } = await client
    .from('candidate_profiles')
    .select('id')
    .eq('user_id', userId)
    .limit(1)
    .maybeSingle();
  return data || error ? links.home : links.candidateProfile;
}
