import { Fragment } from 'react';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import type { Holder, Seats } from './own-seats.ts';

type SeatHoldersProps = {
  seats: Seats;
  /** Whose seat is being given or taken. */
  busyWith: string | undefined;
  onChange(name: 'give_seat' | 'take_seat', person: Holder): void;
};

export function SeatHolders({ seats, busyWith, onChange }: SeatHoldersProps) {
  return (
    <ul className="seats" aria-label="People of the company and their seats">
      {seats.holders.map((person) => (
        <li key={person.id}>
          <span className="seats-who" dir="auto">
            {person.name}
            {person.isMe && ' (you)'}
          </span>
          <Seat state={person.state} />
          {seats.isAdmin && person.role !== 'viewer' && !hasOther.has(person.state) && (
            <Button
              variant="quiet"
              size="small"
              isBusy={busyWith === person.id}
              disabled={busyWith !== undefined && busyWith !== person.id}
              onClick={() => onChange(person.state === 'none' ? 'give_seat' : 'take_seat', person)}
            >
              {person.state === 'none' ? 'Give a seat' : 'Take the seat'}
              <span className="sr-only"> {person.name}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** States in which this company's admins neither give nor take a seat. */
const hasOther = new Set(['pays', 'elsewhere']);

function Seat({ state }: { state: string }) {
  if (state === 'pays') return <Badge tone="good">Pays</Badge>;
  if (state === 'both') return <Badge tone="warm">Pays, and has a seat</Badge>;
  if (state === 'seat') return <Badge tone="good">Has a seat</Badge>;
  if (state === 'elsewhere') return <Badge>Has one of another company</Badge>;
  if (state === 'lost') return <Badge tone="warm">More people than seats</Badge>;
  return <Badge>No seat</Badge>;
}

/** Colleagues who each pay for themselves may not know about each other. */
export function OthersWhoPay({ seats: { holders, taken, total } }: { seats: Seats }) {
  const others = holders.filter(({ isMe, state }) => !isMe && payers.has(state));
  if (others.length === 0) return null;
  return (
    <p>
      {others.map(({ id, name }, place) => (
        <Fragment key={id}>
          {place > 0 && ', '}
          <bdi>{name}</bdi>
        </Fragment>
      ))}{' '}
      {others.length === 1 ? 'pays' : 'pay'} for a membership too. One with a seat for each of you
      would do{taken < total && ', and a seat is free'}: whoever cancels theirs can be given a seat
      in the other once it has ended.
    </p>
  );
}

const payers = new Set(['pays', 'both']);
