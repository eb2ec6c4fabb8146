import { useEffect, useRef, useState } from 'react';
import { Badge } from '#app/ui/badge.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { useLoading } from '#app/ui/use-loading.ts';
import {
  disputeWords,
  type MembershipPage,
  membershipStatusWords,
  moneyOf,
  type PaymentAct,
  priceOf,
  renewalOf,
  renewalWords,
  type StripeCharge,
  type StripeWord,
} from '#domain/staff/memberships.ts';
import type { StaffRole } from '#domain/staff/staff.ts';
import { useStaffRead } from '../calls.tsx';
import { Facts, Part } from '../facts.tsx';
import * as pages from '../links.ts';
import { Moment } from '../moment.tsx';
import { NotOnNotice } from '../not-on.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { Changes } from './changes.tsx';
import type { ActOutcome } from './payment-dialog.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { Subscriptions } from './subscriptions.tsx';

type MembershipScreenProps = { person: string; role: StaffRole };

/** One membership: our record next to Stripe's, and what an owner can do about the money. */
export function MembershipScreen({ person, role }: MembershipScreenProps) {
  const read = useStaffRead();
  const [version, setVersion] = useState(0);
  const [outcome, setOutcome] = useState<ActOutcome>();
  const { state, again } = useLoading(() => read<MembershipPage>('look-membership', { person }), {
    key: person,
    version,
  });
  const onDone = (became: ActOutcome) => {
    setOutcome(became);
    setVersion((before) => before + 1);
  };
  const outcomePlace = useRef<HTMLDivElement>(null);

  // Synchronises the scroll position with the outcome of an act, once the dialog has returned focus: possibly to a
  // charge far below.
  useEffect(() => {
    if (outcome) outcomePlace.current?.scrollIntoView({ block: 'center' });
  }, [outcome]);

  return (
    <div className="staff-person">
      <p className="staff-back">
        <a className="link" href="/staff/memberships">
          All memberships
        </a>
      </p>
      <h1>
        <bdi>{state.data ? state.data.ours.name || state.data.ours.email : 'Membership'}</bdi>
      </h1>
      {state.kind === 'waiting' && <Skeleton lines={8} />}
      {state.failure && (
        <LoadFailure
          title="The membership could not be loaded"
          failure={state.failure}
          again={again}
        />
      )}
      <div role="status" className={outcome ? undefined : 'sr-only'}>
        {outcome && (
          <div key={version} ref={outcomePlace}>
            <Notice
              tone={outcome.state === 'refused' ? 'danger' : 'good'}
              title={words[outcome.state]}
            >
              {outcome.outcome}
            </Notice>
          </div>
        )}
      </div>
      {state.data && <Page page={state.data} role={role} onDone={onDone} />}
    </div>
  );
}

const words = {
  done: 'Done',
  asked: 'Not known yet',
  refused: 'Refused',
} as const satisfies Record<PaymentAct['state'], string>;

type PageProps = { page: MembershipPage; role: StaffRole; onDone(became: ActOutcome): void };

function Page({ page, role, onDone }: PageProps) {
  const { ours, not_on: notOn, stripe, acts } = page;
  const mayAct = role === 'owner' && !notOn;
  const isOver = stripe.kind !== 'known' || stripe.state.status === 'canceled';
  return (
    <>
      <p>
        <a className="link" href={pages.person(ours.id)}>
          The person
        </a>
        , <bdi>{ours.email}</bdi>
      </p>
      {role === 'owner' && notOn && <NotOnNotice why={notOn} />}
      {mayAct && !isOver && (
        <div className="staff-acts">
          <CancelDialog
            person={ours.id}
            isEnding={stripe.kind === 'known' && stripe.state.is_ending}
            onDone={onDone}
          />
        </div>
      )}
      <Part title="Our record">
        <Facts
          facts={{
            State: membershipStatusWords[ours.status] ?? ours.status,
            Access: <Access {...ours} />,
            Since: <Moment at={ours.started_at} />,
            'Period ends': <Moment at={ours.current_period_end} hasTime />,
            Renews: renewalWords[renewalOf(ours)][0],
            Price: priceOf(ours),
            'Stripe was asked': <Moment at={ours.asked_at} hasTime />,
          }}
        />
      </Part>
      <Part title="What Stripe says">
        <Stripe stripe={stripe} />
      </Part>
      {stripe.kind === 'known' && <Subscriptions subscriptions={stripe.subscriptions} />}
      {stripe.kind === 'known' && (
        <Part title="Charges">
          {stripe.charges.length === 0 && <p>None</p>}
          <ul className="staff-lines">
            {stripe.charges.map((charge) => (
              <li key={charge.id}>
                {moneyOf(charge.amount, charge.currency)}, <Moment at={charge.created_at} hasTime />
                {charge.status !== 'succeeded' && `, ${charge.status}`}
                {charge.refunded > 0 && `, ${moneyOf(charge.refunded, charge.currency)} refunded`}
                {charge.dispute && `, ${disputeWords[charge.dispute]}`}
                <span className="staff-quiet">
                  <code>{charge.id}</code>
                </span>
                {mayAct && mayRefund(charge) && (
                  <RefundDialog
                    key={charge.refunded}
                    person={ours.id}
                    charge={charge}
                    onDone={onDone}
                  />
                )}
              </li>
            ))}
          </ul>
          {stripe.has_older_charges && (
            <p className="staff-quiet">
              These are the newest {stripe.charges.length}. The older ones stand at the customer in
              Stripe’s dashboard, where they are refunded, too.
            </p>
          )}
        </Part>
      )}
      <Changes {...page} />
      <Part title="What was asked of Stripe here">
        {acts.length === 0 && <p>Nothing</p>}
        <ul className="staff-lines">
          {acts.map((act) => (
            <li key={act.id}>
              <Badge tone={act.state === 'refused' ? 'danger' : 'plain'}>{words[act.state]}</Badge>{' '}
              {act.kind === 'refund'
                ? `Refund of ${moneyOf(act.amount, currencyOf(stripe, ours.currency))}`
                : act.kind === 'cancel-now'
                  ? 'Cancellation at once'
                  : 'Cancellation at the end of the period'}
              {act.outcome && `: ${act.outcome}`}
              <p className="staff-words">{act.reason}</p>
              <p className="staff-quiet">
                {act.by ?? 'Somebody who is gone'}, <Moment at={act.asked_at} hasTime />
              </p>
            </li>
          ))}
        </ul>
        {page.has_older_acts && (
          <p className="staff-quiet">
            These are the newest {acts.length}. All of them are in{' '}
            <a className="link" href={pages.logOf(ours.id)}>
              the log
            </a>
            .
          </p>
        )}
      </Part>
    </>
  );
}

/** After a failed payment, access ends long before the unpaid period does. */
function Access({
  has_access,
  paid_until: until,
  current_period_end: end,
}: MembershipPage['ours']) {
  if (!has_access) return 'No';
  if (!until || until === end) return 'Yes';
  return (
    <>
      Yes, until <Moment at={until} hasTime />
    </>
  );
}

/** What the bank has returned is not refunded again; during a dispute, Stripe decides whether a refund is possible. */
const mayRefund = ({ status, refunded, amount, dispute }: StripeCharge) =>
  status === 'succeeded' && refunded < amount && dispute !== 'lost';

const currencyOf = (stripe: StripeWord, ours: string | null) =>
  (stripe.kind === 'known' && stripe.charges[0]?.currency) || ours;

function Stripe({ stripe }: { stripe: StripeWord }) {
  if (stripe.kind === 'silent') return <Notice tone="danger">{stripe.words}</Notice>;
  if (stripe.kind === 'unknown') {
    return (
      <Notice tone="danger">
        Stripe does not know this customer: it was deleted there, or the site’s key is of another
        account.
      </Notice>
    );
  }
  const { state, differences, dashboard } = stripe;
  return (
    <>
      {differences.length > 0 ? (
        <Notice tone="danger" title="Our record says something else">
          <ul className="staff-lines">
            {differences.map(({ name, ours, theirs }) => (
              <li key={name}>
                {name}: here {ours}, at Stripe {theirs}
              </li>
            ))}
          </ul>
          <p>Both are compared every hour, and Stripe is right.</p>
        </Notice>
      ) : (
        <p>The same as our record.</p>
      )}
      <Facts
        facts={{
          State: membershipStatusWords[state.status] ?? state.status,
          'Period ends': <Moment at={state.current_period_end} hasTime />,
          Renews:
            renewalWords[
              renewalOf({ ...state, charges_paused: state.collection_paused !== null })
            ][0],
          ...(state.why && { Why: <bdi>{state.why}</bdi> }),
          Price: moneyOf(state.amount, state.currency),
        }}
      />
      {dashboard ? (
        <p>
          <a className="link" href={dashboard} target="_blank" rel="noreferrer">
            The customer in Stripe’s dashboard
          </a>
        </p>
      ) : (
        <p className="staff-quiet">
          This is the payments sandbox of a local start: no real money, and no dashboard.
        </p>
      )}
    </>
  );
}
