import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { useLoading } from '#app/ui/use-loading.ts';
import {
  type Answered,
  type AnsweringPlace,
  addUp,
  hoursOf,
  lastHour,
  placeWords,
  type Slot,
  type Speed,
  slowSince,
} from '#domain/staff/speed.ts';
import { counted, grouped } from '#domain/text/grouped.ts';
import { useStaffRead } from '../calls.tsx';
import { Moment, momentInWords } from '../moment.tsx';
import { type ListColumn, StaffTable } from '../staff-table.tsx';

/** Whether the site is slow, since when, and where. */
export function SpeedPart() {
  const read = useStaffRead();
  const { state, again } = useLoading(() => read<Speed>('speed'));
  return (
    <section className="staff-part" aria-labelledby="speed">
      <h2 id="speed">How fast the site answers</h2>
      {state.kind === 'waiting' && <Skeleton lines={3} />}
      {state.failure && (
        <LoadFailure
          title="The response times could not be loaded"
          failure={state.failure}
          again={again}
        />
      )}
      {state.data && <Read speed={state.data} />}
    </section>
  );
}

function Read({ speed: { slots, places } }: { speed: Speed }) {
  const now = Date.now();
  if (slots.length === 0) {
    return <p>Nothing was counted in the last day. A new site has the first after a minute.</p>;
  }
  const since = slowSince(slots, now);
  const said = inWords(addUp(lastHour(slots, now)));
  return (
    <>
      {since ? (
        <Notice tone="danger" title={`It has been slow since ${momentInWords(since)}`}>
          {said} Show the list below to whoever looks after the server.
        </Notice>
      ) : (
        <p>It is not slow. {said}</p>
      )}
      {places.length > 0 && (
        <>
          <h3 className="text-base">Where it was slow or failed, in the last 24 hours</h3>
          <StaffTable
            caption="Where it was slow or failed"
            columns={ofPlaces}
            rows={places}
            keyOf={({ route }) => route}
          />
        </>
      )}
      <details>
        <summary className="min-h-6 cursor-pointer">Hour by hour</summary>
        <StaffTable
          caption="Hour by hour"
          columns={ofHours}
          rows={hoursOf(slots, now).reverse()}
          keyOf={({ from }) => from}
        />
      </details>
    </>
  );
}

function inWords({ answers, slow, failed }: Answered): string {
  if (answers === 0) return 'Nobody asked for anything in the last hour.';
  const amount = (count: number) => (count === 0 ? 'none' : grouped(count));
  return `Of ${counted(answers, 'answer', 'answers')} in the last hour, ${amount(slow)} took longer than a second or were put off until later, and ${amount(failed)} failed through a fault of the site’s own.`;
}

const answered: readonly ListColumn<Answered>[] = [
  { header: 'Answers', cell: ({ answers }) => grouped(answers), isNumber: true },
  { header: 'Slow or put off', cell: ({ slow }) => grouped(slow), isNumber: true },
  { header: 'Failed', cell: ({ failed }) => grouped(failed), isNumber: true },
];

/** Where to look: the part of the site, as the log names it. */
const ofPlaces: readonly ListColumn<AnsweringPlace>[] = [
  { header: 'Where', cell: ({ route }) => placeWords(route) },
  ...answered,
  {
    header: 'On average',
    cell: ({ milliseconds }) => `${(milliseconds / 1_000).toFixed(2)} s`,
    isNumber: true,
  },
  { header: 'Last slow', cell: ({ last_slow: at }) => <Moment at={at} hasTime /> },
];

const ofHours: readonly ListColumn<Slot>[] = [
  { header: 'From', cell: ({ from }) => <Moment at={from} hasTime /> },
  ...answered,
];
