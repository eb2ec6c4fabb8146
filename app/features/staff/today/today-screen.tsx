import { Chart } from '#app/ui/chart.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { Time } from '#app/ui/time.tsx';
import { useLoading } from '#app/ui/use-loading.ts';
import type { StaffRole } from '#domain/staff/staff.ts';
import { figures, type Today, type Wait } from '#domain/staff/today.ts';
import { grouped } from '#domain/text/grouped.ts';
import { useStaffRead } from '../calls.tsx';
import { DayChart } from './day-chart.tsx';

type TodayScreenProps = {
  role: StaffRole;
  /** Screens that are open to the role: other targets are not linked. */
  paths: readonly string[];
};

/** What is waiting, and how the last days were. */
export function TodayScreen({ role, paths }: TodayScreenProps) {
  const read = useStaffRead();
  const { state, again } = useLoading(() => read<Today>('today'));
  return (
    <>
      <h1>Today</h1>
      {state.kind === 'waiting' && <Skeleton lines={8} />}
      {state.failure && (
        <LoadFailure
          title="Today’s figures could not be loaded"
          failure={state.failure}
          again={again}
        />
      )}
      {state.data && (
        <>
          {role !== 'viewer' && <Waits waits={state.data.waits} paths={paths} />}
          <Figures today={state.data} paths={paths} />
        </>
      )}
    </>
  );
}

function Waits({ waits, paths }: { waits: Wait[]; paths: readonly string[] }) {
  const open = waits.filter(({ count }) => count > 0);
  return (
    <section className="today-part" aria-labelledby="today-waits">
      <h2 id="today-waits">What waits for you</h2>
      {open.length === 0 ? (
        <EmptyState title="Nothing waits" />
      ) : (
        <ul className="today-waits">
          {open.map(({ kind, words, link, count }) => (
            <li key={kind}>
              <b>{count > 1_000 ? 'More than 1,000' : grouped(count)}</b>{' '}
              {paths.some((path) => path !== '/staff' && link.startsWith(path)) ? (
                <a href={link}>{words}</a>
              ) : (
                words
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The id of the section with the views per page. */
const pagesId = 'today-pages';

function Figures({ today, paths }: { today: Today; paths: readonly string[] }) {
  const { days, pages, counted_at: at } = today;
  const most = Math.max(1, ...pages.map(({ views }) => views));
  return (
    <section className="today-part" aria-labelledby="today-figures">
      <h2 id="today-figures">The last {days.length} days</h2>
      <p className="staff-quiet">
        Days are in UTC.{' '}
        {at && (
          <>
            Counted at{' '}
            <Time at={at}>{new Date(at).toLocaleTimeString('en-US', { timeStyle: 'short' })}</Time>,
            and again after five minutes.
          </>
        )}{' '}
        Revenue is what people paid through Stripe, before refunds and fees, as of the last hour.
      </p>
      <div className="today-figures">
        {figures.map(({ name, words, link, isLevel, isMoney }) => (
          <DayChart
            key={name}
            title={words}
            days={days}
            values={today.figures.find((figure) => figure.name === name)?.values ?? []}
            isLevel={isLevel}
            isMoney={isMoney}
            link={
              name === 'visits' ? `#${pagesId}` : link && paths.includes(link) ? link : undefined
            }
          />
        ))}
      </div>
      <div id={pagesId}>
        {pages.length === 0 ? (
          <EmptyState title="No page has been viewed yet" />
        ) : (
          <Chart
            caption="The pages viewed most"
            headers={['Page', 'Views']}
            max={most}
            bars={pages.map(({ path, views }) => ({
              label: path,
              to: views,
              value: grouped(views),
            }))}
          />
        )}
      </div>
    </section>
  );
}
