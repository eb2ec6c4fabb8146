import { callFunction } from '#app/data/call-function.ts';
import { type BrowserData, openData } from '#app/data/open-data.ts';
import { openSupabase } from '#app/data/supabase.ts';
import { needsSecondFactor } from '#app/session/assurance.ts';
import { reflectMembership } from '#app/shell/session-state.ts';
import { type Failure, failureOf } from '#app/ui/failure.ts';
import { flashToast } from '#app/ui/toast.ts';
import type { Database } from '#domain/database-types.ts';
import * as links from '#domain/site/links.ts';

/** Signs in; a failure is returned, and then nothing has changed. */
export async function signIn(values: {
  email: string;
  password: string;
}): Promise<{ failure: Failure } | { userId: string; isHalfDone: boolean }> {
  const client = await openSupabase();
  const { data, error } = await client.auth.signInWithPassword(values);
  if (error) return { failure: failureOf(error) };
  return { userId: data.user.id, isHalfDone: needsSecondFactor(data.session) };
}

/**
 * Welcomes the person and moves on: back to where they came from, or to where they work. People who opened the page
 * directly are sent on according to their profile, as specified.
 */
export async function goOn(userId: string, returnPath: string | undefined) {
  const client = await openData();
  const [work, isSubscribed, byProfile] = await Promise.all([
    readWork(client),
    checkSubscription(),
    returnPath ?? pathByProfile(client, userId),
  ]);
  const isMember = isSubscribed ?? work?.is_member;
  if (isMember !== undefined) reflectMembership(userId, isMember === true);
  flashToast({ title: 'Welcome back!', description: "You've been logged in successfully." });
  await leaveTo(returnPath ?? (cameByLink() ? pathByWork(work) : undefined) ?? byProfile);
}

/**
 * Loads a new document, because the next page may be one without script. There is no way back to the form, which stays
 * busy until it is gone.
 */
export function leaveTo(path: string): Promise<undefined> {
  location.replace(path);
  return new Promise(() => {});
}

/** A failed check is ignored: it must not keep anybody from the site. */
async function pathByProfile(client: BrowserData, userId: string): Promise<string> {
  const { data, error } = await client
    .from('candidate_profiles')
    .select('id')
    .eq('user_id', userId)
    .limit(1)
    .maybeSingle();
  return data || error ? links.home : links.candidateProfile;
}

type Work = Database['public']['Functions']['own_work']['Returns'][number];

/** Neither this nor the next check delays anybody for more than a moment. */
async function readWork(client: BrowserData): Promise<Work | undefined> {
  const { data } = await client.rpc('own_work').abortSignal(AbortSignal.timeout(patience));
  return data?.[0];
}

/** The header's menu shows it, so it is checked even if the target is known. */
async function checkSubscription(): Promise<boolean | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patience));
  const answer = await Promise.race([
    callFunction<{ subscribed: boolean }>('check-subscription'),
    late,
  ]);
  if (answer && 'data' in answer) return answer.data.subscribed;
  console.warn('The membership could not be checked:', answer?.failure.message ?? 'it takes long');
}

const cameByLink = () => document.referrer !== '';

const patience = 3_000;

/** Members and posters have work waiting for them; everybody else is sent on according to their profile. */
function pathByWork(work: Work | undefined): string | undefined {
  if (work?.is_member) return links.browseCandidates;
  return work?.has_jobs ? links.myJobs : undefined;
}
