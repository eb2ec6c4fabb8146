import { useState } from 'react';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Select } from '#app/ui/select.tsx';
import { toast, toastError } from '#app/ui/toast.ts';
import { useInTurn } from '#app/ui/use-in-turn.ts';
import { asTeamRole, teamRoles, teamRoleWords } from '#domain/companies/team.ts';
import { act, changeRole, type Person } from './people.ts';

type PersonEntryProps = {
  company: string;
  person: Person;
  isAdmin: boolean;
  onChanged(): void;
  onLeave(): void;
};

/** A team member, and what they may do. */
export function PersonEntry({ company, person, isAdmin, onChanged, onLeave }: PersonEntryProps) {
  const { id, name, email, role, isMe } = person;
  // Shown as chosen until the outcome is known.
  const [chosen, setChosen] = useState<string>();
  const [known, setKnown] = useState(role);
  if (known !== role) {
    setKnown(role);
    setChosen(undefined);
  }
  const inTurn = useInTurn();
  const called = name ?? email ?? 'Somebody';

  async function choose(wanted: string) {
    setChosen(wanted);
    const isLast = await inTurn(async () => {
      const failure = await act(changeRole(company, id, asTeamRole(wanted)));
      if (!failure) return toast({ title: 'Role changed' });
      setChosen(undefined);
      toastError(failure.message);
    });
    if (isLast) onChanged();
  }

  return (
    <li className="people-entry">
      <p className="people-who">
        <b dir="auto">{called}</b> {isMe && <Badge>You</Badge>}
        {name && email && <span className="people-address">{email}</span>}
      </p>
      {isAdmin ? (
        <Select
          aria-label={`Role of ${called}`}
          options={teamRoles.map((value) => ({ value, label: teamRoleWords[value] }))}
          value={chosen ?? role}
          onChange={(event) => choose(event.target.value)}
        />
      ) : (
        <p className="people-role">{teamRoleWords[role]}</p>
      )}
      {(isAdmin || isMe) && (
        <Button variant="quiet" size="small" onClick={onLeave}>
          {isMe ? 'Leave' : 'Remove'}
          {!isMe && <span className="sr-only"> {called}</span>}
        </Button>
      )}
    </li>
  );
}
