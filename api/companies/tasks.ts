import type { Nothing } from '../subject.ts';

export type CompanyTasks = {
  /** Applies new names at the start of the day. */
  'company-names': Nothing;
  /** Queued by the database when the spelling of a name changes. */
  'company-spelling': { companyId: string; former: string };
  'company-records': Nothing;
  /** Queued by the database when staff close or reopen a company. `moment` is when it had been closed. */
  'company-postings': { companyId: string; moment: string | null };
  /** Restores proofs when a ban expires. */
  'company-proofs': Nothing;
  /** Queued by the database: emails admins about a proof or a staff decision. */
  'company-mail': {
    about: 'proof' | 'check' | 'record' | 'decision';
    companyId: string;
    domain?: string;
    caseId?: string;
  };
  /** The same for one recipient, under a separate name: the previous version would email everybody with each task. */
  'company-mail-to': CompanyTasks['company-mail'] & { to: string };
};
