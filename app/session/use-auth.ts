import type { Session, User } from '@supabase/supabase-js';
import { createContext, useContext } from 'react';
import type { SignOutOptions } from './sign-out.ts';

type Nobody = { session: null; user: null };

export type SessionState =
  /** `hasFailed`: the client could not be loaded, so the state is unknown. */
  | ({ status: 'loading'; hasFailed: boolean } & Nobody)
  /** `wasSignedIn`: the session ended while the page was open, and what was typed is still there. */
  | ({ status: 'signed-out'; wasSignedIn: boolean } & Nobody)
  | { status: 'signed-in'; session: Session; user: User; needsSecondFactor: boolean };

export type Auth = SessionState & { signOut(options?: SignOutOptions): Promise<void> };

export const AuthContext = createContext<Auth | undefined>(undefined);

/** Who is using this page. */
export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}
