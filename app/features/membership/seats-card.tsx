import { Fragment, useState } from 'react';
import { callFunction } from '#app/data/call-function.ts';
import { type BrowserData, openData } from '#app/data/open-data.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { failureOf } from '#app/ui/failure.ts';
import { late } from '#app/ui/late.tsx';
import { ExternalLink } from '#app/ui/link.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { toast, toastError } from '#app/ui/toast.ts';
import type { Loader } from '#app/ui/use-loading.ts';
import { mostSeats } from '#domain/membership/seats.ts';
import * as links from '#domain/site/links.ts';
import { countSeats } from './count-seats.ts';
import { useMembership } from './use-membership.ts';

const ConfirmDialog = late(async () => (await import('#app/ui/confirm-dialog.tsx')).ConfirmDialog);

type Holder = { id: string; name: string; role: string; isMe: boolean; state: string };
type Seats = {
  /** Empty for who pays and hires for none any more. */
  company: string;
  name: string;
  isAdmin: boolean;
  total: number;
  taken: number;
  /** Of the caller's own membership; null for others. */
  bought: number | null;
  holders: Holder[];
};

/** Who of each company has a seat of its membership. Nothing where nobody pays for one. */
export function SeatsCards({ seats, onChanged }: { seats: Loader<Seats[]>; onChanged(): void }) {
  return seats.state.data?.map((own) => (
    <SeatsCard key={own.company} seats={own} again={seats.again} onChanged={onChanged} />
  ));
}

type SeatsCardProps = { seats: Seats; again(): void; onChanged(): void };

function SeatsCard({ seats, again, onChanged }: SeatsCardProps) {
  const [isBusy, setBusy] = useState(false);
  const [wanted, setWanted] = useState<number>();
  const [waiting, setWaiting] = useState<{ payAt: string; since: string }>();
  const { bought, total, taken } = seats;
  const hasCompany = seats.company !== '';
  const { state } = useMembership();
  const isEnding = state.status === 'known' && state.isEnding;
  // With another number, or another period, there is nothing to confirm any more.
  const standing = `${bought} ${state.status === 'known' && state.subscriptionEnd}`;
  // What was ended keeps the seats that it has until it runs out.
  const mayChange = bought !== null && !(state.status === 'known' && state.isOver);

  async function buy() {
    if (wanted === undefined) return;
    setBusy(true);
    const answer = await callFunction<{ pay_at?: string }>(
      'change-seats',
      { quantity: wanted, seen: bought },
      'Failed to change the seats',
    );
    setBusy(false);
    setWanted(undefined);
    const payAt = 'data' in answer ? answer.data.pay_at : undefined;
    setWaiting(payAt ? { payAt, since: standing } : undefined);
    if ('failure' in answer) tellError(answer.failure.message);
    else if (!payAt) toast({ title: 'Seats changed' });
    again();
    onChanged();
  }

  async function change(name: 'give_seat' | 'take_seat', person: Holder) {
    setBusy(true);
    const client = await openData();
    const { error } = await client.rpc(name, { company: seats.company, person: person.id });
    setBusy(false);
    if (error) tellError(failureOf(error).message);
    else toast({ title: name === 'give_seat' ? 'Seat given' : 'Seat taken back' });
    again();
  }

  return (
    <Card className="membership-card membership-seats">
      <h2>Seats{hasCompany && <span className="sr-only"> of {seats.name}</span>}</h2>
      {hasCompany ? (
        <p>
          <bdi>{seats.name}</bdi> has {countSeats(taken, total)}. Whoever has a seat can search
          candidates and write to them.
        </p>
      ) : (
        <p>
          You pay for {total} seats and hire for no company here that could give them to anybody.
          Remove those that you do not need, or each renewal charges them.
        </p>
      )}
      {hasCompany && (
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
                  disabled={isBusy}
                  onClick={() =>
                    change(person.state === 'none' ? 'give_seat' : 'take_seat', person)
                  }
                >
                  {person.state === 'none' ? 'Give a seat' : 'Take the seat'}
                  <span className="sr-only"> {person.name}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {bought !== null && <OthersWhoPay seats={seats} />}
      <div role="status">
        {waiting?.since === standing && (
          <Notice title="Your bank wants to ask you first">
            <p>
              The seat is charged and added once you have confirmed the payment. You can do that
              within 23 hours.
            </p>
            <ExternalLink href={waiting.payAt}>Confirm the payment</ExternalLink>
          </Notice>
        )}
      </div>
      {mayChange && (
        <div className="actions">
          {hasCompany && (
            <Button
              variant="secondary"
              disabled={isBusy || bought >= mostSeats}
              onClick={() => setWanted(bought + 1)}
            >
              Add a seat
            </Button>
          )}
          {bought > 1 && (
            <Button variant="secondary" disabled={isBusy} onClick={() => setWanted(bought - 1)}>
              Remove a seat
            </Button>
          )}
        </div>
      )}
      {hasCompany && (
        <p>
          <a className="link" href={links.myCompany}>
            See who works here
          </a>
        </p>
      )}
      {wanted !== undefined && (
        <ConfirmDialog
          onLost={() => setWanted(undefined)}
          title={(wanted ?? 0) > (bought ?? 0) ? 'Add a seat?' : 'Remove a seat?'}
          description={describeChange((wanted ?? 0) > (bought ?? 0), isEnding)}
          confirmLabel={(wanted ?? 0) > (bought ?? 0) ? 'Add the seat' : 'Remove the seat'}
          isBusy={isBusy}
          open
          onOpenChange={() => setWanted(undefined)}
          onConfirm={buy}
        />
      )}
    </Card>
  );
}

/** Two of a company who pay for themselves may not know of each other. */
function OthersWhoPay({ seats: { holders, taken, total } }: { seats: Seats }) {
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

/** What a change costs, or brings back: where nothing renews, no invoice comes to credit it on. */
function describeChange(isMore: boolean, isEnding: boolean) {
  if (isMore) {
    return 'Each further seat costs as much as the membership. What is left of this period is charged to your card now.';
  }
  const credit = isEnding
    ? 'Your membership ends with this period, so what is left of it is credited only if you keep the membership or subscribe again.'
    : 'What is left of this period is credited on your next invoice.';
  return `${credit} If more people have seats than there are then, whoever got theirs last loses it, and is told by email.`;
}

/** What no admin of this company gives or takes. */
const hasOther = new Set(['pays', 'elsewhere']);

function Seat({ state }: { state: string }) {
  if (state === 'pays') return <Badge tone="good">Pays</Badge>;
  if (state === 'both') return <Badge tone="warm">Pays, and has a seat</Badge>;
  if (state === 'seat') return <Badge tone="good">Has a seat</Badge>;
  if (state === 'elsewhere') return <Badge>Has one of another company</Badge>;
  if (state === 'lost') return <Badge tone="warm">More people than seats</Badge>;
  return <Badge>No seat</Badge>;
}

/** Of all companies that the person works for. The one that they pay for comes first. */
export async function readSeats(): Promise<Seats[]> {
  const client = await openData();
  const { data: rows, error } = await client.rpc('own_seats');
  if (error) throw error;
  const all = await Promise.all(
    rows.map(async (row) => ({
      company: row.company_id ?? '',
      name: row.company ?? '',
      isAdmin: row.role === 'admin',
      total: row.total ?? 1,
      taken: row.taken ?? 1,
      bought: row.bought,
      holders: row.company_id ? await readHolders(client, row.company_id) : [],
    })),
  );
  return all.sort((one, other) => Number(other.bought !== null) - Number(one.bought !== null));
}

async function readHolders(client: BrowserData, company: string): Promise<Holder[]> {
  const { data, error } = await client.rpc('company_seats', { company });
  if (error) throw error;
  return data.map(({ user_id, name, role, is_me, state }) => ({
    id: user_id ?? '',
    name: name ?? '',
    role: role ?? '',
    isMe: is_me ?? false,
    state: state ?? 'none',
  }));
}

function tellError(description: string) {
  toastError(description);
}
