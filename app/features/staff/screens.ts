import type { ComponentType } from 'react';
import type { StaffRole } from '#domain/staff/staff.ts';
import { AlarmsScreen } from './alarms/alarms-screen.tsx';
import { CredentialsScreen } from './credentials/credentials-screen.tsx';
import { CompaniesScreen } from './jobs/companies-screen.tsx';
import { CompanyCasesScreen } from './jobs/company-cases-screen.tsx';
import { JobsScreen } from './jobs/jobs-screen.tsx';
import { LaunchScreen } from './launch/launch-screen.tsx';
import { LogScreen } from './log-screen.tsx';
import { MailsScreen } from './mails/mails-screen.tsx';
import { MembershipsScreen } from './memberships/memberships-screen.tsx';
import { NewsletterScreen } from './newsletter/newsletter-screen.tsx';
import { PeopleScreen } from './people/people-screen.tsx';
import { ReviewScreen } from './review/review-screen.tsx';
import { TeamScreen } from './team-screen.tsx';
import { TodayScreen } from './today/today-screen.tsx';
import { WordsScreen } from './words/words-screen.tsx';

export type StaffScreen = {
  path: `/staff${'' | `/${string}`}`;
  name: string;
  minimum: StaffRole;
  /** `paths`: the screens that are open to the role. */
  Screen: ComponentType<{ role: StaffRole; paths: readonly string[] }>;
};

/** All screens, in the order of the navigation. A new one is one line here. */
export const screens: readonly StaffScreen[] = [
  { path: '/staff', name: 'Today', minimum: 'viewer', Screen: TodayScreen },
  { path: '/staff/review', name: 'Review', minimum: 'staff', Screen: ReviewScreen },
  { path: '/staff/people', name: 'People', minimum: 'staff', Screen: PeopleScreen },
  { path: '/staff/jobs', name: 'Jobs', minimum: 'staff', Screen: JobsScreen },
  { path: '/staff/companies', name: 'Companies', minimum: 'staff', Screen: CompaniesScreen },
  { path: '/staff/claims', name: 'Company claims', minimum: 'staff', Screen: CompanyCasesScreen },
  { path: '/staff/memberships', name: 'Memberships', minimum: 'staff', Screen: MembershipsScreen },
  { path: '/staff/mails', name: 'Emails', minimum: 'staff', Screen: MailsScreen },
  { path: '/staff/credentials', name: 'Credentials', minimum: 'staff', Screen: CredentialsScreen },
  { path: '/staff/newsletter', name: 'Newsletter', minimum: 'staff', Screen: NewsletterScreen },
  { path: '/staff/words', name: 'Words', minimum: 'staff', Screen: WordsScreen },
  { path: '/staff/launch', name: 'Launch check', minimum: 'staff', Screen: LaunchScreen },
  { path: '/staff/team', name: 'Team', minimum: 'staff', Screen: TeamScreen },
  { path: '/staff/alarms', name: 'Alarms', minimum: 'viewer', Screen: AlarmsScreen },
  { path: '/staff/log', name: 'Log', minimum: 'staff', Screen: LogScreen },
];
