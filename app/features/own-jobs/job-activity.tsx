import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { late } from '#app/ui/late.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { grouped } from '#domain/text/grouped.ts';
import { dayOf } from './job-dates.tsx';
import type { Activity } from './own-jobs.ts';
import { daysShown, recentDays, sumOf } from './recent-days.ts';
import '#app/ui/form-group.css';

const DayTable = late(async () => (await import('./day-table.tsx')).default);

type JobActivityProps = { title: string; activity: Activity[] };

/** How often a job was viewed and applied to; the clicks per day as columns, everything as a table. */
export function JobActivity({ title, activity }: JobActivityProps) {
  const [isOpen, setOpen] = useState(false);
  const views = sumOf(activity, 'views');
  const clicks = sumOf(activity, 'apply_clicks');
  const days = recentDays(activity, new Date());
  const activeDays = days.filter((day) => day.views > 0 || day.apply_clicks > 0).reverse();
  return (
    <div className="own-job-activity">
      <dl>
        <Figure name={views === 1 ? 'view' : 'views'} value={views} />
        <Figure name={clicks === 1 ? 'Apply click' : 'Apply clicks'} value={clicks} isKey />
      </dl>
      {activeDays.length > 0 && (
        <>
          <Columns days={days} />
          <details className="form-fold" onToggle={() => setOpen(true)}>
            <summary>
              <ChevronDown aria-hidden="true" />
              Day by day<span className="sr-only"> for {title}</span>
            </summary>
            {isOpen && <DayTable days={activeDays} waiting={<Skeleton lines={4} />} />}
          </details>
        </>
      )}
    </div>
  );
}

function Figure({ name, value, isKey }: { name: string; value: number; isKey?: boolean }) {
  return (
    <div className={isKey ? 'is-key' : undefined}>
      <dt>{name}</dt>
      <dd>{grouped(value)}</dd>
    </div>
  );
}

const height = 40;
const step = 6;

/** The summary describes it; the table next to it has every figure. */
function Columns({ days }: { days: Activity[] }) {
  const most = Math.max(1, ...days.map(({ apply_clicks }) => apply_clicks));
  return (
    <svg
      className="own-job-columns"
      viewBox={`0 0 ${days.length * step - 2} ${height + 1}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={summarize(days)}
    >
      {days.map(({ day, apply_clicks }, index) => {
        const barHeight = (apply_clicks / most) * height;
        return (
          <rect
            key={day}
            className={apply_clicks > 0 ? 'is-key' : undefined}
            x={index * step}
            y={apply_clicks > 0 ? height - barHeight : height}
            width={step - 2}
            height={apply_clicks > 0 ? barHeight : 1}
          />
        );
      })}
    </svg>
  );
}

function summarize(days: Activity[]): string {
  const clicks = sumOf(days, 'apply_clicks');
  const [first] = [...days].sort((one, other) => other.apply_clicks - one.apply_clicks);
  const words = `Apply clicks in the last ${daysShown} days: ${clicks}`;
  if (!first || clicks === 0) return words;
  return `${words}, most on ${dayOf(first.day)} (${first.apply_clicks})`;
}
