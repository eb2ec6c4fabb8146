import { openData } from '#app/data/open-data.ts';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { Table } from '#app/ui/table.tsx';
import { useLoading } from '#app/ui/use-loading.ts';
import { shortDay } from '#app/ui/when.ts';
import { grouped } from '#domain/text/grouped.ts';

const steps = {
  seen: 'Seen',
  saved: 'Saved',
  applied: 'Applied',
  answered: 'Answered',
  hired: 'Hired',
} as const;
type Step = keyof typeof steps;
type Figures = Record<Step, number> & {
  /** Null if there are fewer than five similar postings. */
  similar: (Record<Step, number> & { of: number }) | null;
  days: { day: string; seen: number; applied: number }[];
};

/** What a posting achieved, step by step and day by day, next to the median of similar ones. */
export default function Figures({ job }: { job: string }) {
  const { state, again } = useLoading(async () => readFigures(job), { key: job });
  if (state.failure) {
    return (
      <LoadFailure title="The figures could not be loaded" failure={state.failure} again={again} />
    );
  }
  if (!state.data) return <Skeleton lines={4} label="Loading the figures…" />;
  const { figures } = state.data;
  if (!figures) return null;
  const { similar, days } = figures;
  const most = Math.max(1, ...Object.keys(steps).map((step) => figures[step as Step]));
  return (
    <div className="inbox-figures">
      <Table
        caption="From being seen to being hired"
        columns={[
          {
            header: 'Step',
            cell: (step) => (
              <>
                {steps[step]}
                <Share of={figures[step]} most={most} />
              </>
            ),
          },
          { header: 'This posting', isNumber: true, cell: (step) => grouped(figures[step]) },
          {
            header: 'Similar',
            isNumber: true,
            cell: (step) => (similar ? grouped(similar[step]) : '–'),
          },
        ]}
        rows={Object.keys(steps) as Step[]}
      />
      <p className="inbox-small">
        {similar
          ? `Similar: the middle of ${similar.of} postings of this type, each of another company.`
          : 'Similar postings appear here once five other companies have one.'}{' '}
        Everybody who applied counts, also those who withdrew; spam does not.
      </p>
      {days.length > 0 && (
        <Table
          caption="The last 30 days"
          columns={[
            {
              header: 'Day',
              cell: ({ day }) => shortDay(new Date(`${day}T12:00:00`)),
            },
            { header: 'Seen', isNumber: true, cell: ({ seen }) => grouped(seen) },
            { header: 'Applied', isNumber: true, cell: ({ applied }) => grouped(applied) },
          ]}
          rows={days}
        />
      )}
    </div>
  );
}

/** A bar below the name of each step: the funnel, with its figures next to it. */
function Share({ of, most }: { of: number; most: number }) {
  return (
    <svg className="inbox-share" aria-hidden="true">
      <rect width={`${((of / most) * 100).toFixed(2)}%`} height="100%" rx="1" />
    </svg>
  );
}

async function readFigures(job: string): Promise<{ figures: Figures | null }> {
  const client = await openData();
  const { data, error } = await client.rpc('posting_figures', { job });
  if (error) throw error;
  return { figures: data as Figures | null };
}
