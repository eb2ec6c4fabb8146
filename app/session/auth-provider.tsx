import type { AuthChangeEvent, Session } from '@supabase/supabase-js';
import { type ReactNode, useLayoutEffect, useMemo, useState } from 'react';
import { needsSecondFactor } from '#app/session/assurance.ts';
import { readLinkArrival } from '#app/session/link-arrival.ts';
import { openSupabase, whenOpened } from '../data/supabase.ts';
import { keptSession, reflectSession, sessionStorageKey } from '../shell/session-state.ts';
import { toast } from '../ui/toast.ts';
import { whenSettled } from '../ui/when-settled.ts';
import { patienceMs } from './current-session.ts';
import { endedEvent, endedWords, hasEnded } from './drop-session.ts';
import { leavingEvent, signOut } from './sign-out.ts';
import { readStoredSession } from './stored-session.ts';
import { AuthContext, type SessionState } from './use-auth.ts';

const unknown: SessionState = { status: 'loading', hasFailed: false, session: null, user: null };
const nobody = {
  status: 'signed-out',
  wasSignedIn: false,
  session: null,
  user: null,
} as const satisfies SessionState;

/** Follows the session of the official client, which is loaded only if there may be a session. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState(unknown);

  // Synchronises with the session in the browser's storage, whichever tab changes it. A layout effect, because the
  // hydrated page is already on screen: a slow phone would otherwise send the screen's requests one frame later.
  useLayoutEffect(() => {
    let isLeaving = false;
    let isIn = Boolean(keptSession().access_token);
    let isOver = false;
    let hasHeard = false;
    let shownTo: string | undefined;
    let stopFollowing: (() => void) | undefined;

    const noteFailure = () =>
      setState((before) => (before.status === 'loading' ? { ...before, hasFailed: true } : before));
    const load = () => openSupabase().catch(noteFailure);
    const loadUnlessOver = () => {
      if (!isOver) load();
    };
    const onAuthChange = (event: AuthChangeEvent, session: Session | null) => {
      const isFirst = event === 'INITIAL_SESSION';
      hasHeard ||= isFirst;
      // Another tab reports that a link has ended the session, while the client fetches the new one that the link
      // brings.
      if (!session && !hasHeard) return;
      // The session is still stored, but could not be renewed because nothing answered: it is unknown whether it has
      // ended.
      if (isFirst && !session && readStoredSession()) return noteFailure();
      reflectSession();
      // Including a session that ended before the client was there to report it.
      if (!session && isIn && !isLeaving) toast(endedWords);
      setState((before) => next(before, session, isLeaving));
      isLeaving = false;
      isIn = Boolean(session);
      shownTo = session?.user.id;
    };
    const noteLeaving = () => {
      isLeaving = true;
      setState((before) => next(before, null, true));
    };
    // Going back may restore a page as it was left, without telling it that its person has signed out since.
    const noteReturn = ({ persisted }: PageTransitionEvent) => {
      if (persisted && readStoredSession()?.userId !== shownTo) location.reload();
    };
    const noteArrival = ({ key, newValue }: StorageEvent) => {
      if (key === sessionStorageKey() && newValue) load();
    };

    whenOpened.then((client) => {
      if (isOver) return;
      const { data } = client.auth.onAuthStateChange(onAuthChange);
      stopFollowing = () => data.subscription.unsubscribe();
    });
    addEventListener(leavingEvent, noteLeaving);
    addEventListener(endedEvent, load);
    addEventListener('storage', noteArrival);
    addEventListener('pageshow', noteReturn);
    const arrival = readLinkArrival(location).kind;
    const stored = isIn && arrival === 'none' ? readStoredSession() : undefined;
    // What the client will report once it is loaded. Whether the session is still valid, every answer of the service
    // tells.
    if (stored?.isFresh) setState((before) => next(before, stored.session, false));
    shownTo = stored?.userId;
    // The client renews the session and follows other tabs; it can load after what the screen shows first.
    if (stored?.isFresh) whenSettled().then(loadUnlessOver);
    else if (isIn || arrival === 'code') load();
    else {
      if (hasEnded()) toast(endedWords);
      setState(nobody);
    }
    // An answer that comes later still counts.
    const soon = setTimeout(noteFailure, patienceMs());

    return () => {
      isOver = true;
      clearTimeout(soon);
      stopFollowing?.();
      removeEventListener(leavingEvent, noteLeaving);
      removeEventListener(endedEvent, load);
      removeEventListener('storage', noteArrival);
      removeEventListener('pageshow', noteReturn);
    };
  }, []);

  const auth = useMemo(() => ({ ...state, signOut }), [state]);
  return <AuthContext value={auth}>{children}</AuthContext>;
}

function next(before: SessionState, session: Session | null, isLeaving: boolean): SessionState {
  if (session) {
    const { user } = session;
    if (isSame(session, before.session)) return before;
    return {
      status: 'signed-in',
      session,
      user,
      needsSecondFactor: needsSecondFactor(session),
    };
  }
  if (before.status === 'signed-out') return before;
  return { ...nobody, wasSignedIn: before.status === 'signed-in' && !isLeaving };
}

/** The client's first event repeats the stored session. */
function isSame(one: Session, other: Session | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
