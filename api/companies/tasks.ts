import type { Nothing } from '../subject.ts';

export type CompanyTasks = {
  /** New names, at the day's start. */
  'company-names': Nothing;
  /** Ordered by the database, when a name is written in another way. */
  'company-spelling': { companyId: string; former: string };
  'company-records': Nothing;
  /** Ordered by the database, when staff close a company or open it again. `moment`: in which it had been closed. */
  'company-postings': { companyId: string; moment: string | null };
  /** Proofs that come back when a ban runs out. */
  'company-proofs': Nothing;
  /** Ordered by the database: to admins, about a proof or what staff decided. */
  'company-mail': {
    about: 'proof' | 'check' | 'record' | 'decision';
    companyId: string;
    domain?: string;
    caseId?: string;
  };
  /** The same to one of them, under a name of its own: the version before would write to all with each. */
  'company-mail-to': CompanyTasks['company-mail'] & { to: string };
};
