import type { CredentialChange } from '#domain/credentials/credentials.ts';
import type { Nothing } from '../subject.ts';

export type CredentialTasks = {
  /** Each new award, for whoever is to be told: queues the tasks below. */
  'credential-tell': { numbers: string[] };
  /** To somebody with an account: everything that they have not been told yet. */
  'credential-awarded': { userId: string };
  /** To an address without an account: an invitation to claim it. */
  'credential-claim': { email: string };
  'credential-changed': { number: string; what: CredentialChange };
  'credential-ending': { number: string; expiresOn: string };
  /** Finds credentials that expire soon. */
  'credential-reminders': Nothing;
  /** Removes expired credentials from candidate profiles. */
  'credential-seals': Nothing;
};
