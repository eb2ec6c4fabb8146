import { Badge } from '#app/ui/badge.tsx';
import * as links from '#domain/site/links.ts';
import {
  jobFilters,
  jobFilterWords,
  jobStatusOf,
  jobStatusWords,
  type StaffJobRow,
} from '#domain/staff/jobs.ts';
import { caseStateWords } from '#domain/staff/review.ts';
import type { StaffRole } from '#domain/staff/staff.ts';
import { type BulkAct, BulkActs } from '../bulk-acts.tsx';
import { MailAddress } from '../facts.tsx';
import type { ListFilter } from '../filter-form.tsx';
import * as pages from '../links.ts';
import { Moment } from '../moment.tsx';
import { StaffList } from '../staff-list.tsx';
import type { ListColumn } from '../staff-table.tsx';

const filters: readonly ListFilter[] = [
  { name: 'words', label: 'Title or company', kind: 'text' },
  {
    name: 'state',
    label: 'State',
    kind: 'choice',
    options: jobFilters.map((value) => ({ value, label: jobFilterWords[value] })),
  },
  {
    name: 'reported',
    label: 'Reported',
    kind: 'choice',
    options: [{ value: 'yes', label: 'Waits for a decision' }],
  },
  {
    name: 'featured',
    label: 'Featured',
    kind: 'choice',
    options: [{ value: 'yes', label: 'Featured only' }],
  },
  { name: 'since', label: 'Posted since', kind: 'day' },
  { name: 'until', label: 'Posted until', kind: 'day' },
  { name: 'company', label: 'Company, as it is told apart', kind: 'text', isFromLink: true },
  { name: 'poster', label: 'Number of the poster', kind: 'text', isFromLink: true },
];

const orders = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
];

const tones = {
  live: 'good',
  hidden: 'danger',
  held: 'warm',
  paused: 'danger',
  filled: 'plain',
  closed: 'plain',
  expired: 'plain',
} as const;

const columns: readonly ListColumn<StaffJobRow>[] = [
  {
    header: 'Job',
    cell: (row) => (
      <>
        <a className="link" href={links.job(row.id)} target="_blank" rel="noreferrer">
          <bdi>{row.title}</bdi>
        </a>
        <span className="staff-quiet">
          {row.company_key ? (
            <a className="link" href={pages.jobsOfCompany(row.company_key)}>
              <bdi>{row.company}</bdi>
            </a>
          ) : (
            <bdi>{row.company}</bdi>
          )}
          {row.is_featured && jobStatusOf(row) === 'live' && ', featured'}
        </span>
      </>
    ),
  },
  {
    header: 'State',
    cell: (row) => {
      const status = jobStatusOf(row);
      const found = row.newest_case;
      return (
        <>
          <Badge tone={tones[status]}>{jobStatusWords[status]}</Badge>
          {found && (
            <span className="staff-quiet">
              <a className="link" href={pages.reviewCase(found.id)}>
                Case: {caseStateWords[found.state]}
              </a>
            </span>
          )}
          {row.company_case && (
            <span className="staff-quiet">
              <a className="link" href={pages.reviewCase(row.company_case.id)}>
                Case of the company: {caseStateWords[row.company_case.state]}
              </a>
            </span>
          )}
        </>
      );
    },
  },
  {
    header: 'Poster',
    cell: ({ poster, posted_by }) => (
      <a className="link" href={pages.person(posted_by)}>
        {poster ? <MailAddress address={poster} /> : 'No address'}
      </a>
    ),
  },
  { header: 'Reports', cell: ({ reports }) => reports, isNumber: true },
  { header: 'Posted', cell: ({ created_at: at }) => <Moment at={at} /> },
  { header: 'Ends', cell: ({ ends_at: at }) => <Moment at={at} /> },
];

const acts: readonly BulkAct[] = [
  {
    act: 'hide-jobs',
    label: 'Hide',
    did: 'hidden',
    text: 'Nobody but their posters sees them any more. For each, its poster gets an email with your reason and can appeal once. You can release them later.',
    reason: {
      label: 'The reason, in a friendly tone',
      hint: 'It is emailed as you write it, and kept in the log. At least ten characters.',
      least: 10,
    },
  },
  {
    act: 'release-jobs',
    label: 'Release',
    did: 'released',
    text: 'They stand on the board, until their end, unless their posters closed them. Whoever had heard that a job was hidden or held back gets an email.',
  },
];

const nameOf = ({ title, company }: StaffJobRow) => `${title} · ${company}`;

/** All jobs, and what can be done to many at once. */
export function JobsScreen({ role }: { role: StaffRole }) {
  return (
    <>
      <h1>Jobs</h1>
      <p className="lede">
        Every job on the site. A press on one opens its public page, which is there while it is on
        the board. Drafts are not here: they stay in their writers’ browsers.
      </p>
      <StaffList<StaffJobRow>
        name="jobs"
        caption="Jobs"
        columns={columns}
        filters={filters}
        orders={orders}
        keyOf={({ id }) => id}
        canExport={role === 'owner'}
        bulk={{
          nameOf,
          acts: (rows, onDone) => (
            <BulkActs
              rows={rows}
              nouns={['job', 'jobs']}
              acts={acts}
              idOf={({ id }) => id}
              nameOf={nameOf}
              bodyOf={(chosen) => ({
                jobs: chosen.map(({ id, seen, newest_case: found }) => ({
                  id,
                  seen,
                  version: found?.version ?? 0,
                })),
              })}
              onDone={onDone}
            />
          ),
        }}
        empty="Nobody has posted a job yet"
      />
    </>
  );
}
