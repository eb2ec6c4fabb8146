import { type MailRow, mailFilters, mailKindOf, mailStateWords } from '#domain/staff/mails.ts';
import type { StaffRole } from '#domain/staff/staff.ts';
import type { ListFilter } from '../filter-form.tsx';
import { Moment } from '../moment.tsx';
import { useAddress } from '../router.ts';
import { StaffList } from '../staff-list.tsx';
import type { ListColumn } from '../staff-table.tsx';
import { MailState, Receiver } from './mail-parts.tsx';
import { MailQueue } from './mail-queue.tsx';
import { MailScreen } from './mail-screen.tsx';

const path = '/staff/mails';
const queuePath = `${path}/queue`;

const filters: readonly ListFilter[] = [
  { name: 'to', label: 'To this address', kind: 'text' },
  {
    name: 'state',
    label: 'State',
    kind: 'choice',
    options: mailFilters.map((value) => ({ value, label: mailStateWords[value] })),
  },
  { name: 'since', label: 'Since (UTC days)', kind: 'day' },
  { name: 'until', label: 'Until (UTC days)', kind: 'day' },
  { name: 'person', label: 'Number of the person', kind: 'text', isFromLink: true },
];

const orders = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
];

const columns: readonly ListColumn<MailRow>[] = [
  {
    header: 'Email',
    cell: ({ id, kind, subject }) => (
      <>
        <a className="link" href={`${path}/${id}`}>
          <bdi>{subject}</bdi>
        </a>
        <span className="staff-quiet">{mailKindOf(kind)}</span>
      </>
    ),
  },
  { header: 'To', cell: (mail) => <Receiver mail={mail} /> },
  { header: 'State', cell: ({ state }) => <MailState state={state} /> },
  { header: 'When', cell: ({ at }) => <Moment at={at} hasTime /> },
];

/** Sent and waiting emails: two lists, and below them a single email. */
export function MailsScreen({ role }: { role: StaffRole }) {
  const { pathname } = useAddress();
  const id = pathname.match(/^\/staff\/mails\/(\d+)$/)?.[1];
  if (id) return <MailScreen key={id} id={Number(id)} />;
  const isQueue = pathname === queuePath;
  const tab = (href: string, words: string) => (
    <a className="link" href={href} aria-current={pathname === href ? 'page' : undefined}>
      {words}
    </a>
  );
  return (
    <>
      <h1>Emails</h1>
      <p className="staff-tabs">
        {tab(path, 'Went out')}
        {tab(queuePath, 'Waiting and failed')}
      </p>
      {isQueue ? (
        <MailQueue role={role} />
      ) : (
        <>
          <p className="lede">
            From the last thirty days. Links and codes were blacked out before an email was kept,
            and of emails with people’s words there is the head alone. Newsletters stand on their
            own page.
          </p>
          <StaffList<MailRow>
            name="mails"
            caption="Emails that went out"
            columns={columns}
            filters={filters}
            orders={orders}
            keyOf={({ id: each }) => each}
            canExport={role === 'owner'}
            empty="No email has gone out yet"
          />
        </>
      )}
    </>
  );
}
