export type Question = {
  name: string;
  list: string;
  filters?: object;
  order?: string;
  isSecondPage?: true;
};

/** Every list for staff with every filter and every order: what finds much, little and nothing. */
export const questions: Question[] = [
  { name: 'people', list: 'people' },
  { name: 'people, second page', list: 'people', isSecondPage: true },
  { name: 'people, one by name', list: 'people', filters: { search: 'person 777 ' } },
  { name: 'people, blocked', list: 'people', filters: { state: 'blocked' } },
  { name: 'log', list: 'log' },
  { name: 'log, oldest', list: 'log', order: 'oldest' },
  { name: 'log, one act', list: 'log', filters: { act: 'block-person' } },
  { name: 'log, by one person', list: 'log', filters: { actor: 'person77@bench.example' } },
  { name: 'log, about one person', list: 'log', filters: { subject: personId(77) } },
  { name: 'log, one day', list: 'log', filters: { since: daysAgo(9), until: daysAgo(9) } },
  { name: 'review queue', list: 'cases', filters: { state: 'open' } },
  {
    name: 'review queue, second page',
    list: 'cases',
    filters: { state: 'open' },
    isSecondPage: true,
  },
  { name: 'review queue, oldest', list: 'cases', filters: { state: 'open' }, order: 'oldest' },
  { name: 'review queue, all', list: 'cases', filters: { state: 'all' } },
  { name: 'review queue, appealed', list: 'cases', filters: { state: 'appealed' } },
  { name: 'review queue, hidden', list: 'cases', filters: { state: 'hidden' } },
  { name: 'review queue, companies', list: 'cases', filters: { state: 'open', kind: 'company' } },
  { name: 'review queue, a month old', list: 'cases', filters: { state: 'open', age: '30' } },
  {
    name: 'review queue, one person',
    list: 'cases',
    filters: { state: 'all', person: personId(80) },
  },
  { name: 'jobs', list: 'jobs' },
  { name: 'jobs, second page', list: 'jobs', isSecondPage: true },
  { name: 'jobs, oldest', list: 'jobs', order: 'oldest' },
  { name: 'jobs, common word', list: 'jobs', filters: { words: 'coder' } },
  { name: 'jobs, rare word', list: 'jobs', filters: { words: 'perfusion 77' } },
  { name: 'jobs, no such word', list: 'jobs', filters: { words: 'lighthouse' } },
  { name: 'jobs, live', list: 'jobs', filters: { state: 'live' } },
  { name: 'jobs, hidden', list: 'jobs', filters: { state: 'hidden' } },
  { name: 'jobs, held back', list: 'jobs', filters: { state: 'held' } },
  { name: 'jobs, ended', list: 'jobs', filters: { state: 'ended' } },
  { name: 'jobs, paused', list: 'jobs', filters: { state: 'paused' } },
  { name: 'jobs, featured', list: 'jobs', filters: { featured: 'yes' } },
  { name: 'jobs, reported', list: 'jobs', filters: { reported: 'yes' } },
  { name: 'jobs, of one company', list: 'jobs', filters: { company: 'clinic77' } },
  { name: 'jobs, of one person', list: 'jobs', filters: { poster: personId(77) } },
  { name: 'jobs, one day', list: 'jobs', filters: { since: daysAgo(9), until: daysAgo(9) } },
  { name: 'companies', list: 'companies' },
  { name: 'companies, most jobs', list: 'companies', order: 'jobs' },
  { name: 'companies, most reports', list: 'companies', order: 'reports' },
  { name: 'companies, reported', list: 'companies', filters: { reported: 'yes' } },
  { name: 'companies, common name', list: 'companies', filters: { words: 'clinic' } },
  { name: 'companies, by a part of the name', list: 'companies', filters: { words: 'clinic 77' } },
  { name: 'companies, one by name', list: 'companies', filters: { words: 'clinic 777' } },
  { name: 'memberships', list: 'memberships' },
  { name: 'memberships, owed', list: 'memberships', filters: { state: 'past_due' } },
  { name: 'memberships, ending', list: 'memberships', filters: { state: 'ending' } },
  { name: 'memberships, soonest end', list: 'memberships', order: 'ending' },
  { name: 'memberships, one by name', list: 'memberships', filters: { search: 'person 777 ' } },
  {
    name: 'memberships, of a customer',
    list: 'memberships',
    filters: { customer: 'cus_777' },
  },
  { name: 'mails', list: 'mails' },
  { name: 'mails, second page', list: 'mails', isSecondPage: true },
  { name: 'mails, bounced', list: 'mails', filters: { state: 'bounced' } },
  { name: 'mails, sent', list: 'mails', filters: { state: 'sent' } },
  { name: 'mails, to one address', list: 'mails', filters: { to: 'person77@bench.example' } },
  { name: 'mails, a rare kind', list: 'mails', filters: { kind: 'recovery' } },
  {
    name: 'mails, a rare kind that bounced',
    list: 'mails',
    filters: { kind: 'recovery', state: 'bounced' },
  },
  { name: 'mails, of one person', list: 'mails', filters: { person: personId(77) } },
  { name: 'mails, one day', list: 'mails', filters: { since: daysAgo(9), until: daysAgo(9) } },
  { name: 'mail queue', list: 'mail-queue' },
  { name: 'mail queue, second page', list: 'mail-queue', isSecondPage: true },
  { name: 'mail queue, failed', list: 'mail-queue', filters: { state: 'failed' } },
  { name: 'mail queue, waiting', list: 'mail-queue', filters: { state: 'waiting' } },
  { name: 'mail queue, other tasks', list: 'mail-queue', filters: { tasks: 'others' } },
  {
    name: 'mail queue, other tasks that failed',
    list: 'mail-queue',
    filters: { tasks: 'others', state: 'failed' },
  },
  { name: 'credentials', list: 'credentials' },
  { name: 'credentials, one by name', list: 'credentials', filters: { search: 'holder 777 ' } },
  { name: 'credentials, a rare type', list: 'credentials', filters: { type: 'CIHIS-L' } },
  { name: 'credentials, expired', list: 'credentials', filters: { state: 'expired' } },
  { name: 'credentials, suspended', list: 'credentials', filters: { state: 'suspended' } },
  { name: 'credentials, revoked', list: 'credentials', filters: { state: 'revoked' } },
  { name: 'credentials, not me', list: 'credentials', filters: { holding: 'not me' } },
  { name: 'credentials, account gone', list: 'credentials', filters: { holding: 'account gone' } },
  { name: 'team', list: 'team' },
  { name: 'team, one address', list: 'team', filters: { address: 'person77@bench.example' } },
  { name: 'alarms', list: 'alarms' },
  { name: 'alarms, open', list: 'alarms', filters: { state: 'open' } },
  { name: 'newsletters', list: 'newsletters' },
  { name: 'newsletters, drafts', list: 'newsletters', filters: { state: 'draft' } },
  { name: 'versions of words', list: 'word-versions', filters: { kind: 'announcement' } },
];

function personId(number: number): string {
  return `00000000-0000-4000-9000-${number.toString(16).padStart(12, '0')}`;
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}
