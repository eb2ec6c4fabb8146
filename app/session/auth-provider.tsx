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

/** Follows the session of the official client, which is loaded only where there may be one. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState(unknown);

  // Synchronises with the session that the browser keeps, whichever tab changes it. Before the browser paints again: what
  // hydration found is on the screen already, and a slow phone would be a picture later with the questions of the screen.
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
    const hear = (event: AuthChangeEvent, session: Session | null) => {
      const isFirst = event === 'INITIAL_SESSION';
      hasHeard ||= isFirst;
      // Another tab tells of the session that a link has ended, while the client asks for the one that it brings.
      if (!session && !hasHeard) return;
      // It is there, and nothing answered that could renew it: nobody knows that it has ended.
      if (isFirst && !session && readStoredSession()) return noteFailure();
      reflectSession();
      // Also what ended before the client was there to be told.
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
    // The way back shows a page as it was left, and tells nobody that its person has gone meanwhile.
    const noteReturn = ({ persisted }: PageTransitionEvent) => {
      if (persisted && readStoredSession()?.userId !== shownTo) location.reload();
    };
    const noteArrival = ({ key, newValue }: StorageEvent) => {
      if (key === sessionStorageKey() && newValue) load();
    };

    whenOpened.then((client) => {
      if (isOver) return;
      const { data } = client.auth.onAuthStateChange(hear);
      stopFollowing = () => data.subscription.unsubscribe();
    });
    addEventListener(leavingEvent, noteLeaving);
    addEventListener(endedEvent, load);
    addEventListener('storage', noteArrival);
    addEventListener('pageshow', noteReturn);
    const arrival = readLinkArrival(location).kind;
    const stored = isIn && arrival === 'none' ? readStoredSession() : undefined;
    // What the client will say when it is there. Whether the session holds, the service says with every answer.
    if (stored?.isFresh) setState((before) => next(before, stored.session, false));
    shownTo = stored?.userId;
    // It renews the session and hears of other tabs, for which it may come after what the screen shows first.
    if (stored?.isFresh) whenSettled().then(loadUnlessOver);
    else if (isIn || arrival === 'code') load();
    else {
      if (hasEnded()) toast(endedWords);
      setState(nobody);
    }
    // What comes later still counts.
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

/** The client's first word repeats what was stored. */
function isSame(one: Session, other: Session | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
