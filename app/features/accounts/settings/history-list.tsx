import { useCallback, useEffect, useState } from 'react';
import { callFunction } from '#app/data/call-function.ts';
import { Button } from '#app/ui/button.tsx';
import type { Failure } from '#app/ui/failure.ts';
import { Notice } from '#app/ui/notice.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { dateAndTime } from '#app/ui/when.ts';
import { describeEvent, type HistoryEvent } from './describe-event.ts';

type Page = { events: HistoryEvent[]; has_more: boolean };

export default function HistoryList() {
  const [page, setPage] = useState<Page>();
  const [failure, setFailure] = useState<Failure>();
  const [isBusy, setBusy] = useState(false);

  const load = useCallback(async (before?: string) => {
    setBusy(true);
    const answer = await callFunction<Page>('account-history', { before });
    setBusy(false);
    if ('failure' in answer) return setFailure(answer.failure);
    const { events, has_more } = answer.data;
    setFailure(undefined);
    setPage((old) => ({ events: [...(before && old ? old.events : []), ...events], has_more }));
  }, []);

  // Synchronises with the service once, when the list is opened.
  useEffect(() => {
    load();
  }, [load]);

  if (failure && !page) return <Notice tone="danger" title={failure.message} />;
  if (!page) return <Skeleton lines={4} label="Loading the history…" />;
  return (
    <div className="grid justify-items-start gap-3">
      <ol className="setting-list">
        {page.events.map((event) => (
          <li key={event.id}>
            <div>
              <p>{describeEvent(event)}</p>
              <p className="account-small">
                <time dateTime={event.created_at}>{dateAndTime(event.created_at)}</time>
                {event.device && ` · ${event.device}`}
                {event.place && ` · network ${event.place}`}
              </p>
            </div>
          </li>
        ))}
      </ol>
      {failure && <Notice tone="danger" title={failure.message} />}
      {page.has_more && (
        <Button
          variant="secondary"
          size="small"
          isBusy={isBusy}
          onClick={() => load(page.events.at(-1)?.created_at)}
        >
          Show earlier
        </Button>
      )}
    </div>
  );
}
