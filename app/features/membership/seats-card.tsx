import { useState } from 'react';
import { callFunction } from '#app/data/call-function.ts';
import { openData } from '#app/data/open-data.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { failureOf } from '#app/ui/failure.ts';
import { late } from '#app/ui/late.tsx';
import { ExternalLink } from '#app/ui/link.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { toast, toastError } from '#app/ui/toast.ts';
import { useKeptFocus } from '#app/ui/use-kept-focus.ts';
import type { Loader } from '#app/ui/use-loading.ts';
import { mostSeats } from '#domain/membership/seats.ts';
import * as links from '#domain/site/links.ts';
import { countSeats } from './count-seats.ts';
import type { Holder, Seats } from './own-seats.ts';
import { OthersWhoPay, SeatHolders } from './seat-holders.tsx';
import { useMembership } from './use-membership.ts';

const ConfirmDialog = late(async () => (await import('#app/ui/confirm-dialog.tsx')).ConfirmDialog);

/** Who has a seat in each company's membership. Nothing if nobody pays for one. */
export function SeatsCards({ seats, onChanged }: { seats: Loader<Seats[]>; onChanged(): void }) {
  return seats.state.data?.map((own) => (
    <SeatsCard key={own.company} seats={own} again={seats.again} onChanged={onChanged} />
  ));
}

type SeatsCardProps = { seats: Seats; again(): void; onChanged(): void };

function SeatsCard({ seats, again, onChanged }: SeatsCardProps) {
  const [isBuying, setBuying] = useState(false);
  const [busyWith, setBusyWith] = useState<string>();
  const [wanted, setWanted] = useState<number>();
  const [waiting, setWaiting] = useState<{ payAt: string; since: string }>();
  const { bought, total, taken } = seats;
  const hasCompany = seats.company !== '';
  // The button that removes a seat goes with the last but one.
  const place = useKeptFocus<HTMLDivElement>(bought ?? undefined);
  const { state } = useMembership();
  const isEnding = state.status === 'known' && state.isEnding;
  // Once the number of seats or the period has changed, the payment no longer needs confirming.
  const standing = `${bought} ${state.status === 'known' && state.subscriptionEnd}`;
  // A cancelled membership keeps its seats until it runs out.
  const mayChange = bought !== null && !(state.status === 'known' && state.isOver);

  async function buy() {
    if (wanted === undefined) return;
    setBuying(true);
    const answer = await callFunction<{ pay_at?: string }>(
      'change-seats',
      { quantity: wanted, seen: bought },
      'Failed to change the seats',
    );
    setBuying(false);
    setWanted(undefined);
    const payAt = 'data' in answer ? answer.data.pay_at : undefined;
    setWaiting(payAt ? { payAt, since: standing } : undefined);
    if ('failure' in answer) tellError(answer.failure.message);
    else if (!payAt) toast({ title: 'Seats changed' });
    again();
    onChanged();
  }

  async function change(name: 'give_seat' | 'take_seat', person: Holder) {
    setBusyWith(person.id);
    const client = await openData();
    const { error } = await client.rpc(name, { company: seats.company, person: person.id });
    setBusyWith(undefined);
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
      {hasCompany && <SeatHolders seats={seats} busyWith={busyWith} onChange={change} />}
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
        <div className="actions" ref={place} tabIndex={-1}>
          {hasCompany && (
            <Button
              variant="secondary"
              disabled={bought >= mostSeats}
              onClick={() => setWanted(bought + 1)}
            >
              Add a seat
            </Button>
          )}
          {bought > 1 && (
            <Button variant="secondary" onClick={() => setWanted(bought - 1)}>
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
          isBusy={isBuying}
          open
          onOpenChange={() => setWanted(undefined)}
          onConfirm={buy}
        />
      )}
    </Card>
  );
}

/** What a change costs or refunds: if nothing renews, there is no next invoice to credit it on. */
function describeChange(isMore: boolean, isEnding: boolean) {
  if (isMore) {
    return 'Each further seat costs as much as the membership. What is left of this period is charged to your card now.';
  }
  const credit = isEnding
    ? 'Your membership ends with this period, so what is left of it is credited only if you keep the membership or subscribe again.'
    : 'What is left of this period is credited on your next invoice.';
  return `${credit} If more people have seats than there are then, whoever got theirs last loses it, and is told by email.`;
}

function tellError(description: string) {
  toastError(description);
}
