import { useCallback, useEffect, useState } from 'react';
import { callFunction } from '#app/data/call-function.ts';
import { Button } from '#app/ui/button.tsx';
import type { Failure } from '#app/ui/failure.ts';
import { ExternalLink } from '#app/ui/link.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';

type Invoice = {
  id: string;
  number: string | null;
  created_at: string;
  total: number;
  currency: string;
  status: string | null;
  url: string | null;
};

/** What was charged, with the page of each invoice. Nothing while there is none. */
export function InvoiceList({ version }: { version: string }) {
  const { invoices, failure, load } = useInvoices(version);
  if (invoices?.length === 0) return null;
  return (
    <section className="membership-invoices" aria-labelledby="invoices">
      <h2 id="invoices">Invoices</h2>
      {failure && (
        <Notice tone="danger" title={failure.message}>
          <Button variant="secondary" size="small" className="mt-2" onClick={load}>
            Try again
          </Button>
        </Notice>
      )}
      {!invoices && !failure && <Skeleton lines={3} label="Loading your invoices…" />}
      {invoices && (
        <ul>
          {invoices.map(({ id, number, created_at, total, currency, status, url }) => (
            <li key={id}>
              <time dateTime={created_at}>{new Date(created_at).toLocaleDateString()}</time>
              <span className="membership-amount">{money(total, currency)}</span>
              <span>{states[status ?? ''] ?? 'Open'}</span>
              {url && <ExternalLink href={url}>{`Invoice ${number ?? ''}`.trim()}</ExternalLink>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const states: Record<string, string> = { paid: 'Paid', void: 'Void', uncollectible: 'Not paid' };

function money(total: number, currency: string): string {
  return new Intl.NumberFormat(undefined, { style: 'currency', currency }).format(total / 100);
}

function useInvoices(version: string) {
  const [invoices, setInvoices] = useState<Invoice[]>();
  const [failure, setFailure] = useState<Failure>();

  const load = useCallback(async () => {
    setFailure(undefined);
    const fallback = 'The invoices could not be loaded';
    const answer = await callFunction<{ invoices: Invoice[] }>('list-invoices', {}, fallback);
    if ('failure' in answer) setFailure(answer.failure);
    else setInvoices(answer.data.invoices);
  }, []);

  // Synchronises with the service when the membership has changed: there may be another invoice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is the reason to read again.
  useEffect(() => {
    load();
  }, [load, version]);

  return { invoices, failure, load };
}
