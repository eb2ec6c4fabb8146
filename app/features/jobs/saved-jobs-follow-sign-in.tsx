import { useEffect } from 'react';
import { openSupabase } from '#app/data/supabase.ts';
import { useAuth } from '#app/session/use-auth.ts';
import { hasVisitorJobs } from './kept-jobs.ts';

/** Jobs that a visitor saved on this device join the list of the person who signs in. */
export function SavedJobsFollowSignIn() {
  const { user } = useAuth();
  const id = user?.id;

  // Synchronises the device's list with the person's table.
  useEffect(() => {
    if (!id || !hasVisitorJobs()) return;
    import('./saved.ts')
      .then(({ syncSaved }) => syncSaved(openSupabase))
      .catch((error) => console.warn('The saved jobs could not be taken over:', error));
  }, [id]);

  return null;
}
