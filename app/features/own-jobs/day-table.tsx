import { Table } from '#app/ui/table.tsx';
import type { Activity } from './own-jobs.ts';
import { daysShown } from './recent-days.ts';

/** Every figure in the columns, and the views, as text. */
export default function DayTable({ days }: { days: Activity[] }) {
  return (
    <Table
      caption={`Days with visitors among the last ${daysShown}`}
      columns={[
        { header: 'Day', cell: ({ day }) => shortDay(day) },
        { header: 'Views', isNumber: true, cell: (each) => each.views },
        { header: 'Apply clicks', isNumber: true, cell: (each) => each.apply_clicks },
      ]}
      rows={days}
    />
  );
}

/** "Nov 21": the year is obvious. */
function shortDay(day: string): string {
  return new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(day));
}
