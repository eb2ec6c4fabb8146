import { Badge } from '#app/ui/badge.tsx';
import { mailKindOf, type QueueRow, taskStateWords } from '#domain/staff/mails.ts';
import type { StaffRole } from '#domain/staff/staff.ts';
import { type BulkAct, BulkActs } from '../bulk-acts.tsx';
import type { ListFilter } from '../filter-form.tsx';
import { Moment } from '../moment.tsx';
import { StaffList } from '../staff-list.tsx';
import type { ListColumn } from '../staff-table.tsx';

const filters: readonly ListFilter[] = [
  {
    name: 'state',
    label: 'State',
    kind: 'choice',
    options: [
      { value: 'waiting', label: 'Waiting' },
      { value: 'failed', label: 'Failed at least once' },
    ],
  },
  {
    name: 'tasks',
    label: 'What',
    kind: 'choice',
    none: 'Emails',
    options: [
      { value: 'others', label: 'Other tasks' },
      { value: 'all', label: 'Emails and other tasks' },
    ],
  },
];

const tones = {
  waiting: 'plain',
  sending: 'accent',
  retrying: 'warm',
  failed: 'danger',
} as const satisfies Record<QueueRow['state'], string>;

const nameOf = ({ kind, task, id }: QueueRow) => `${mailKindOf(kind || task)}, no. ${id}`;

const columns: readonly ListColumn<QueueRow>[] = [
  {
    header: 'What',
    cell: ({ kind, task, id }) => (
      <>
        {mailKindOf(kind || task)}
        <span className="staff-quiet">
          <code>{task}</code>, no. {id}
        </span>
      </>
    ),
  },
  {
    header: 'To',
    cell: ({ recipient }) => (recipient ? <bdi>{recipient}</bdi> : 'Read when it is sent'),
  },
  {
    header: 'State',
    cell: ({ state, attempts, max_attempts: most, error }) => (
      <>
        <Badge tone={tones[state]}>{taskStateWords[state]}</Badge>
        {attempts > 0 && (
          <span className="staff-quiet">
            Try {attempts} of {most}
          </span>
        )}
        {error && <bdi className="staff-quiet">{error}</bdi>}
      </>
    ),
  },
  { header: 'Since', cell: ({ created_at: at }) => <Moment at={at} hasTime /> },
  {
    header: 'Next try',
    cell: ({ state, run_at: at }) => (state === 'failed' ? 'None' : <Moment at={at} hasTime />),
  },
];

const retry: BulkAct = {
  act: 'retry-tasks',
  label: 'Try again',
  did: 'tried again',
  text: 'They are worked on at once, with as many tries as new ones.',
};
const drop: BulkAct = {
  act: 'drop-tasks',
  label: 'Drop',
  did: 'dropped',
  text: 'They leave the queue for good. Whoever waits for such an email hears nothing, and this cannot be undone.',
  isDestructive: true,
  reason: { label: 'Why', hint: 'For the log', least: 3 },
};

/** Emails waiting to be sent, and failed ones. */
export function MailQueue({ role }: { role: StaffRole }) {
  return (
    <>
      <p className="lede">
        What the site has still to send. An email that fails is tried again by itself, later and
        later; one that was given up stays until you try it again or an owner drops it. One that
        names an address goes after thirty days, or with its account.
      </p>
      <StaffList<QueueRow>
        name="mail-queue"
        caption="Emails that wait or failed"
        columns={columns}
        filters={filters}
        keyOf={({ id }) => id}
        bulk={{
          nameOf,
          acts: (rows, onDone) => (
            <BulkActs
              rows={rows}
              nouns={['task', 'tasks']}
              acts={role === 'owner' ? [retry, drop] : [retry]}
              idOf={({ id }) => String(id)}
              nameOf={nameOf}
              bodyOf={(chosen) => ({ tasks: chosen.map(({ id }) => ({ id: String(id) })) })}
              onDone={onDone}
            />
          ),
        }}
        empty="Nothing waits"
      />
    </>
  );
}
