import type { CredentialChange } from '#domain/credentials/credentials.ts';
import type { Nothing } from '../subject.ts';

export type CredentialTasks = {
  /** Each that was awarded, to whomever hears of it: adds the tasks below. */
  'credential-tell': { numbers: string[] };
  /** To somebody with an account: all that they have not been told of yet. */
  'credential-awarded': { userId: string };
  /** To an address without one: come and claim it. */
  'credential-claim': { email: string };
  'credential-changed': { number: string; what: CredentialChange };
  'credential-ending': { number: string; expiresOn: string };
  /** Finds those that end soon. */
  'credential-reminders': Nothing;
  /** What expired leaves the candidate profiles. */
  'credential-seals': Nothing;
};
