import { useState } from 'react';
import { actWords } from '#domain/staff/acts.ts';
import { sayValues } from '#domain/staff/log-values.ts';
import { actorWords, type LogRow, type StaffRole } from '#domain/staff/staff.ts';
import { ChainCheck } from './chain-check.tsx';
import { EraseDetails } from './erase-details.tsx';
import { MailAddress } from './facts.tsx';
import type { ListFilter } from './filter-form.tsx';
import * as pages from './links.ts';
import { Moment } from './moment.tsx';
import { StaffList } from './staff-list.tsx';
import type { ListColumn } from './staff-table.tsx';

const filters: readonly ListFilter[] = [
  {
    name: 'act',
    label: 'Act',
    kind: 'choice',
    options: Object.entries(actWords).map(([value, label]) => ({ value, label })),
  },
  { name: 'actor', label: 'Who (address, how it begins, or id)', kind: 'text' },
  { name: 'subject', label: 'About (address, number or id)', kind: 'text' },
  { name: 'since', label: 'From (UTC days)', kind: 'day' },
  { name: 'until', label: 'To (UTC days)', kind: 'day' },
];

const orders = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
];

const columns: readonly ListColumn<LogRow>[] = [
  {
    header: 'When',
    cell: ({ at, position }) => (
      <>
        <Moment at={at} hasTime />
        <span className="staff-quiet">No. {position}</span>
      </>
    ),
  },
  {
    header: 'Who',
    cell: ({ actor, actor_kind: kind }) =>
      actor ? <MailAddress address={actor} /> : actorWords[kind],
  },
  { header: 'Act', cell: ({ act }) => actWords[act] ?? act },
  { header: 'About', cell: (row) => <About row={row} /> },
  { header: 'Details', cell: (row) => <Details row={row} /> },
];

function About({ row: { subject_kind: kind, subject_id: id } }: { row: LogRow }) {
  if (!kind && !id) return '—';
  return (
    <>
      {kind}
      {id && (
        <a className="staff-quiet link" href={pages.logOf(id)}>
          {id}
        </a>
      )}
      {kind === 'person' && id && (
        <span className="staff-quiet">
          <a className="link" href={pages.person(id)}>
            Their page
          </a>
        </span>
      )}
    </>
  );
}

function Details({ row }: { row: LogRow }) {
  if (!row.has_details) return <span className="staff-quiet">Gone after their time</span>;
  const { reason, before, after } = row;
  if (!reason && !before && !after) return '—';
  return (
    <>
      {reason && <p>{reason}</p>}
      {before != null && <Values title="Before" values={before} />}
      {after != null && <Values title="After" values={after} />}
    </>
  );
}

function Values({ title, values }: { title: string; values: unknown }) {
  return (
    <div>
      <b>{title}</b>
      <ul>
        {sayValues(values).map(({ name, said }) => (
          <li key={name}>
            {name && <span className="log-value-name">{name}: </span>}
            <bdi>{said}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function LogScreen({ role }: { role: StaffRole }) {
  const [version, setVersion] = useState(0);
  const again = () => setVersion((before) => before + 1);
  return (
    <>
      <h1>Log</h1>
      <p className="lede">
        What staff did, for good: nobody changes or removes an entry. Words and values of people go
        after two years, if no other time is set.
      </p>
      <div className="staff-check">
        <ChainCheck onChecked={again} />
        {role === 'owner' && <EraseDetails onDone={again} />}
      </div>
      <StaffList<LogRow>
        name="log"
        caption="Log"
        columns={columns}
        filters={filters}
        orders={orders}
        keyOf={({ position }) => position}
        version={version}
        canExport={role === 'owner'}
        empty="Nothing has been done yet"
      />
    </>
  );
}
