import type { ReactNode } from 'react';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { useLoading } from '#app/ui/use-loading.ts';
import type { PersonPage } from '#domain/staff/people.ts';
import type { StaffRole } from '#domain/staff/staff.ts';
import { AfterRefusal, type Done } from '../act-dialog.tsx';
import { useStaffRead } from '../calls.tsx';
import { DoneLine, useDone } from '../done-line.tsx';
import { Moment } from '../moment.tsx';
import { NotOnNotice } from '../not-on.tsx';
import { FactorHelp } from './factor-help.tsx';
import { PersonActs } from './person-acts.tsx';
import { PersonFacts } from './person-facts.tsx';
import { AddNote, History, Notes } from './person-history.tsx';

type PersonScreenProps = { person: string; role: StaffRole };

/** Everything about one person on one page. Looking at it is logged, and the page says so. */
export function PersonScreen({ person, role }: PersonScreenProps) {
  const read = useStaffRead();
  const { said, version, say } = useDone();
  const { state, again } = useLoading(() => read<PersonPage>('look-person', { person }), {
    key: person,
    version,
  });
  const isGone = state.failure?.code === 'person_gone';

  return (
    <>
      <p className="staff-back">
        <a className="link" href="/staff/people">
          All people
        </a>
      </p>
      {state.kind === 'waiting' && (
        <>
          <h1>Person</h1>
          <Skeleton lines={8} />
        </>
      )}
      {isGone && (
        <>
          <h1>Person</h1>
          <DoneLine said={said} />
          <EmptyState title="This account is gone">There is nothing left of it to show.</EmptyState>
        </>
      )}
      {state.failure && !isGone && (
        <>
          {!state.data && <h1>Person</h1>}
          <LoadFailure
            title="The page of this person could not be loaded"
            failure={state.failure}
            again={again}
          />
        </>
      )}
      {state.data && !isGone && (
        <AfterRefusal value={again}>
          <Page page={state.data} role={role} line={<DoneLine said={said} />} onDone={say} />
        </AfterRefusal>
      )}
    </>
  );
}

type PageProps = { page: PersonPage; role: StaffRole; line: ReactNode; onDone: Done };

function Page({ page, role, line, onDone }: PageProps) {
  const { account, block } = page;
  return (
    <div className="staff-person">
      <h1>
        <bdi>{account.name || account.email || 'No name'}</bdi>
      </h1>
      {line}
      {account.blocked_until && (
        <Notice tone="danger" title="Blocked">
          <p>
            {block ? (
              <>
                By {block.by ?? 'somebody who is gone'}, <Moment at={block.at} hasTime />.{' '}
                {block.membership === 'end'
                  ? 'A membership is not charged again.'
                  : 'A membership goes on.'}
              </>
            ) : (
              <>
                By a program with the secret key, until{' '}
                <Moment at={account.blocked_until} hasTime />.
              </>
            )}
          </p>
        </Notice>
      )}
      {page.not_on && <NotOnNotice why={page.not_on} />}
      <FactorHelp page={page} onDone={onDone} />
      {!page.not_on && <PersonActs page={page} role={role} onDone={onDone} />}
      <PersonFacts page={page} />
      {!page.not_on && <AddNote key={account.id} person={account.id} onDone={onDone} />}
      <Notes notes={page.notes} />
      <History person={account.id} history={page.history} />
    </div>
  );
}
