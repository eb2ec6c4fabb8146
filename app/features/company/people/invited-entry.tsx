import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Time } from '#app/ui/time.tsx';
import { toast, toastError } from '#app/ui/toast.ts';
import { shortDate } from '#app/ui/when.ts';
import { teamRoleWords } from '#domain/companies/team.ts';
import { act, type Invitation, sendAgain, withdraw } from './people.ts';

type InvitedEntryProps = { invitation: Invitation; onChanged(): void };

export function InvitedEntry({ invitation, onChanged }: InvitedEntryProps) {
  const { id, email, role, expiresAt } = invitation;
  const [busyWith, setBusyWith] = useState<'again' | 'withdraw'>();
  const isOver = new Date(expiresAt) <= new Date();

  async function run(what: typeof busyWith, work: ReturnType<typeof sendAgain>, done: string) {
    setBusyWith(what);
    const failure = await act(work);
    setBusyWith(undefined);
    if (failure) toastError(failure.message);
    else toast({ title: done });
    onChanged();
  }

  return (
    <li className="people-entry">
      <p className="people-who">
        <b>{email}</b>
        <span className="people-address">
          {isOver ? 'The link has ended' : 'Open until'}{' '}
          {!isOver && <Time at={expiresAt}>{shortDate(new Date(expiresAt))}</Time>}
        </span>
      </p>
      <p className="people-role">{teamRoleWords[role]}</p>
      <span className="people-acts">
        <Button
          variant="quiet"
          size="small"
          isBusy={busyWith === 'again'}
          disabled={busyWith === 'withdraw'}
          onClick={() => run('again', sendAgain(id), 'Invitation sent again')}
        >
          Send again<span className="sr-only"> to {email}</span>
        </Button>
        <Button
          variant="quiet"
          size="small"
          isBusy={busyWith === 'withdraw'}
          disabled={busyWith === 'again'}
          onClick={() => run('withdraw', withdraw(id), 'Invitation withdrawn')}
        >
          Withdraw<span className="sr-only"> the invitation of {email}</span>
        </Button>
      </span>
    </li>
  );
}
