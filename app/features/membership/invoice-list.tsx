import { readFunction } from '#app/data/call-function.ts';
import { ExternalLink } from '#app/ui/link.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { Time } from '#app/ui/time.tsx';
import { useLoading } from '#app/ui/use-loading.ts';
import { writeSmallestParts } from '#domain/text/money.ts';

type Invoice = {
  id: string;
  number: string | null;
  created_at: string;
  total: number;
  currency: string;
  status: string | null;
  url: string | null;
};

/** A refund of one charge. */
type Refund = { id: string; charged_at: string; amount: number; currency: string };

type InvoiceListProps = {
  version: string;
  /** Whether there is a portal in which to change whom they are made out to. */
  canChange: boolean;
  /** Whether there may be any. For people who never paid, a placeholder would only disappear again. */
  isExpected: boolean;
  /** What is above is still loading, and would push them down. */
  isHeld: boolean;
};

/** All charges, with a link to each invoice. Renders nothing if there are none. */
export function InvoiceList({ version, canChange, isExpected, isHeld }: InvoiceListProps) {
  // If the membership has changed, there may be another invoice.
  const { state, again } = useLoading(readInvoices, { version });
  const { invoices, refunds = [] } = state.data ?? {};
  if (invoices?.length === 0 || (state.kind === 'waiting' && !isExpected)) return null;
  return (
    <section className="membership-invoices" aria-labelledby="invoices" hidden={isHeld}>
      <h2 id="invoices">Invoices</h2>
      {canChange && (
        <p>
          Change the name and the tax id on them under Manage Subscription. They count from the next
          invoice on.
        </p>
      )}
      {state.failure && <LoadFailure failure={state.failure} again={again} />}
      {state.kind === 'waiting' && <Skeleton lines={3} label="Loading your invoices…" />}
      {invoices?.some(({ status, url }) => status === 'uncollectible' && !url) && (
        <p>What was “Not paid” ended its membership, and nobody asks you for it any more.</p>
      )}
      {invoices && (
        <ul>
          {invoices.map(({ id, number, created_at, total, currency, status, url }) => (
            <li key={id}>
              <Time at={created_at}>{new Date(created_at).toLocaleDateString()}</Time>
              <span className="membership-amount">
                {writeSmallestParts(total, currency.toUpperCase())}
              </span>
              <span>{states[status ?? ''] ?? 'Open'}</span>
              {url && (
                <ExternalLink href={url}>
                  {`${status === 'open' ? 'Pay invoice' : 'Invoice'} ${number ?? ''}`.trim()}
                </ExternalLink>
              )}
            </li>
          ))}
        </ul>
      )}
      {refunds.map(({ id, charged_at, amount, currency }) => (
        <p key={id}>
          {writeSmallestParts(amount, currency.toUpperCase())} of what was charged on{' '}
          <Time at={charged_at}>{new Date(charged_at).toLocaleDateString()}</Time> was refunded.
        </p>
      ))}
      {refunds.length > 0 && <p>Banks take some days to show a refund.</p>}
    </section>
  );
}

const states: Record<string, string> = { paid: 'Paid', void: 'Void', uncollectible: 'Not paid' };

const readInvoices = () =>
  readFunction<{ invoices: Invoice[]; refunds?: Refund[] }>(
    'list-invoices',
    {},
    'The invoices could not be loaded',
  );
