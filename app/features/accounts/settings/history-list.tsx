import { readFunction } from '#app/data/call-function.ts';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { Time } from '#app/ui/time.tsx';
import { useLoading } from '#app/ui/use-loading.ts';
import { useMore } from '#app/ui/use-more.ts';
import { dateAndTime } from '#app/ui/when.ts';
import { describeEvent, type HistoryEvent } from './describe-event.ts';

type Page = { events: HistoryEvent[]; has_more: boolean };

export default function HistoryList() {
  const list = useLoading(() => readPage());
  const more = useMore(list, async ({ events }) => {
    const next = await readPage(events.at(-1));
    return (now) => ({ ...next, events: [...now.events, ...next.events] });
  });
  const { data: page, failure } = list.state;

  if (failure) {
    return <LoadFailure failure={failure} again={list.again} />;
  }
  if (!page) return <Skeleton lines={4} label="Loading the history…" />;
  return (
    <div className="grid justify-items-start gap-3">
      <ol className="setting-list">
        {page.events.map((event) => (
          <li key={event.id}>
            <div>
              <p>{describeEvent(event)}</p>
              <p className="account-small">
                <Time at={event.created_at}>{dateAndTime(event.created_at)}</Time>
                {event.device && `\u00a0· ${event.device}`}
                {event.place && `\u00a0· network ${event.place}`}
              </p>
            </div>
          </li>
        ))}
      </ol>
      <ShowMore hasMore={page.has_more} more={more}>
        Show earlier
      </ShowMore>
    </div>
  );
}

const readPage = (last?: HistoryEvent) =>
  readFunction<Page>('account-history', last ? { before: last.created_at, beforeId: last.id } : {});
