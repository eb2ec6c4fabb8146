import type { User } from '@supabase/supabase-js';
import { useState } from 'react';
import { useNews } from '#app/live/use-news.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { late } from '#app/ui/late.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toast, toastError } from '#app/ui/toast.ts';
import { useKeptFocus } from '#app/ui/use-kept-focus.ts';
import { useLoading } from '#app/ui/use-loading.ts';
import { InvitedEntry } from './invited-entry.tsx';
import { act, leave, type Person, readPeople } from './people.ts';
import { PersonEntry } from './person-entry.tsx';
import './people.css';

/** Brings the rules of its fields along. */
const InviteForm = late(async () => (await import('./invite-form.tsx')).default);
const ConfirmDialog = late(async () => (await import('#app/ui/confirm-dialog.tsx')).ConfirmDialog);

type PeopleSectionProps = {
  user: User;
  company: { id: string; name: string };
  /** The person has left the company, which is no longer theirs. */
  onLeft(): void;
};

/** Who works for a company: everybody on the team sees it, admins change it. */
export function PeopleSection({ user, company, onLeft }: PeopleSectionProps) {
  const { state, again } = useLoading(() => readPeople(company.id), { key: company.id });
  useNews(user.id, 'jobs', again);
  const [leaving, setLeaving] = useState<Person>();
  const [isBusy, setBusy] = useState(false);
  const data = state.data;
  const isLast = data?.people.length === 1;
  const place = useKeptFocus<HTMLElement>(data && data.people.length + data.invitations.length);

  async function goOn() {
    if (!leaving) return;
    setBusy(true);
    const failure = await act(leave(company.id, leaving.id, isLast));
    setBusy(false);
    setLeaving(undefined);
    if (failure) return toastError(failure.message);
    toast({ title: leaving.isMe ? 'You have left the company' : 'Removed from the company' });
    if (leaving.isMe) onLeft();
    else again();
  }

  return (
    <section className="people" aria-labelledby={`people-${company.id}`} ref={place} tabIndex={-1}>
      <h3 id={`people-${company.id}`}>People</h3>
      {state.kind === 'waiting' && <Skeleton lines={4} label="Loading who works here…" />}
      {state.kind === 'failed' && (
        <EmptyState
          title="Who works here could not be loaded"
          action={
            <Button variant="secondary" onClick={again}>
              Try again
            </Button>
          }
        >
          {state.failure.message}
        </EmptyState>
      )}
      {data && (
        <>
          <ul className="people-list" aria-label={`People of ${company.name}`}>
            {data.people.map((person) => (
              <PersonEntry
                key={person.id}
                company={company.id}
                person={person}
                isAdmin={data.isAdmin}
                onChanged={again}
                onLeave={() => setLeaving(person)}
              />
            ))}
          </ul>
          {data.isAdmin && data.invitations.length > 0 && (
            <>
              <h4>Invited</h4>
              <ul className="people-list" aria-label="Invitations that wait">
                {data.invitations.map((invitation) => (
                  <InvitedEntry key={invitation.id} invitation={invitation} onChanged={again} />
                ))}
              </ul>
            </>
          )}
          {data.isAdmin && (
            <InviteForm
              company={company.id}
              onInvited={again}
              waiting={<Skeleton lines={4} label="Loading the form…" />}
            />
          )}
          {!data.isAdmin && <p className="people-note">An admin invites others.</p>}
          {isLast && (
            <p className="people-note">
              Nobody else works here. If colleagues are in another company of the same name on this
              site, one of them has to invite you: the two are not merged.
            </p>
          )}
        </>
      )}
      {leaving && (
        <ConfirmDialog
          onLost={() => setLeaving(undefined)}
          title={leaving.isMe ? `Leave ${company.name}?` : 'Remove this person?'}
          description={<Consequence person={leaving} isLast={isLast} />}
          confirmLabel={leaving.isMe ? (isLast ? 'Leave and end it' : 'Leave') : 'Remove'}
          isDestructive
          isBusy={isBusy}
          open
          onOpenChange={() => setLeaving(undefined)}
          onConfirm={goOn}
        />
      )}
    </section>
  );
}

function Consequence({ person, isLast }: { person: Person; isLast: boolean }) {
  if (isLast) {
    return 'You are the only person here. The company ends with you, and its jobs and their applications are deleted. This cannot be undone.';
  }
  if (person.isMe) {
    return 'Your jobs, and conversations and saved candidates that you share with the team, stay with it. You no longer see them. Colleagues lose the seats that you pay for. A membership that you pay for stays yours, and is charged until you cancel it under Membership. Conversations from before you joined stay yours.';
  }
  return (
    <>
      <bdi>{person.name ?? person.email}</bdi> loses access at once and is told by email. Their jobs
      and the conversations that the team shares go to you. Seats that they pay for here end. Their
      jobs still show the contact that they entered: change it under My jobs.
    </>
  );
}
