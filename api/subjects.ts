import { account } from './account/subject.ts';
import { alerts } from './alerts/subject.ts';
import { applications } from './applications/subject.ts';
import { auth } from './auth/subject.ts';
import { billing } from './billing/subject.ts';
import { companies } from './companies/subject.ts';
import { credentials } from './credentials/subject.ts';
import { inbox } from './inbox/subject.ts';
import { jobs } from './jobs/subject.ts';
import { messages } from './messages/subject.ts';
import { newsletter } from './newsletter/subject.ts';
import { project } from './project/subject.ts';
import { realtime } from './realtime/subject.ts';
import { staff } from './staff/subject.ts';
import { storage } from './storage/subject.ts';
import type { AnySubject } from './subject.ts';
import { team } from './team/subject.ts';

/** Everything the product does beyond tables and files. */
export const subjects: readonly AnySubject[] = [
  account,
  alerts,
  applications,
  auth,
  billing,
  companies,
  credentials,
  inbox,
  jobs,
  messages,
  newsletter,
  project,
  realtime,
  staff,
  storage,
  team,
];
