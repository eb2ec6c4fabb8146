import { ArrowUp, Bookmark, Rss } from 'lucide-react';
import { jobs as content } from '#app/content/jobs.ts';
import type { Less } from '#app/data/find-on-board.server.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { FinderForm } from '#app/ui/finder-form.tsx';
import { Link } from '#app/ui/link.tsx';
import {
  type JobSearch,
  jobSearchAddress,
  mostSkipped,
  pageKeyAfter,
} from '#domain/finding/job-search.ts';
import { jobTypes } from '#domain/jobs/job-facts.ts';
import type { JobList } from '#domain/jobs/job-rows.ts';
import * as links from '#domain/site/links.ts';
import { AlertLink } from './alert-link.tsx';
import { AskLess } from './ask-less.tsx';
import { BoardFilters, type Counts, countOf } from './board-filters.tsx';
import { describeCount } from './describe-count.ts';
import { JobRow } from './job-row.tsx';
import { type Understanding, Understood } from './understood.tsx';
import './board.css';

const words = content.search;
const jobsPerPage = 20;

type BoardProps = {
  search: JobSearch;
  /** Undefined if the list could not be read. */
  found: (Understanding & { list: JobList; counts: Counts; less: Less[] }) | undefined;
};

/** Search, filters and list. The board's script updates the marked parts without loading a new page. */
export function Board({ search, found }: BoardProps) {
  const list = found?.list;
  const filters = [
    { label: words.all, type: '' },
    ...jobTypes.map((type) => ({ label: type, type, count: countOf(found?.counts, type) })),
  ];
  return (
    <section id={words.id} className="board" aria-labelledby="board-title" data-board>
      <div className="board-title">
        <h2 id="board-title">{words.title}</h2>
        <Link className="board-saved" href={links.savedJobs}>
          <Bookmark aria-hidden="true" />
          {words.saved}
        </Link>
      </div>
      <FinderForm
        action={`${links.jobs}#${words.id}`}
        search={search}
        words={words}
        filters={filters}
      >
        <BoardFilters search={search} counts={found?.counts} />
      </FinderForm>
      <p className="finder-count" role="status" data-count>
        {/* If the list could not be loaded, it says so itself. */}
        {list && describeCount(list)}
      </p>
      <div data-results>
        {found ? (
          <>
            <Understood search={search} found={found} />
            <Results search={search} list={found.list} less={found.less} />
          </>
        ) : (
          <Failed search={search} />
        )}
      </div>
      <template data-failed>
        <Failed search={search} />
      </template>
    </section>
  );
}

type ResultsProps = { search: JobSearch; list: JobList; less: Less[] };

function Results({ search, list, less }: ResultsProps) {
  const last = list.jobs.at(-1);
  if (!last) {
    return (
      <>
        <NoneFound less={less} />
        <div className="board-foot">
          <AlertLink search={search} />
        </div>
      </>
    );
  }
  const skip = search.skip + jobsPerPage;
  const next = { ...search, after: pageKeyAfter(last), skip };
  const hasMore = list.hasMore && (search.sort === 'newest' || skip <= mostSkipped);
  return (
    <>
      {(search.after || search.skip > 0) && (
        <p className="board-newest">
          <Link href={`${jobSearchAddress({ ...search, after: undefined, skip: 0 })}#${words.id}`}>
            <ArrowUp aria-hidden="true" />
            {words.newest}
          </Link>
        </p>
      )}
      <ul className="job-rows" data-rows>
        {list.jobs.map((job) => (
          <JobRow key={job.id} job={job} />
        ))}
      </ul>
      <div className="board-foot">
        {hasMore && (
          <ButtonLink
            variant="secondary"
            rel="next"
            href={`${jobSearchAddress(next)}#${words.id}`}
            data-more
          >
            {words.more}
          </ButtonLink>
        )}
        <AlertLink search={search} />
        <Link
          className="board-feed"
          href={jobSearchAddress({ ...search, after: undefined, skip: 0 }, links.jobsFeed)}
          type="application/rss+xml"
        >
          <Rss aria-hidden="true" />
          {words.feed}
        </Link>
      </div>
    </>
  );
}

function NoneFound({ less }: { less: Less[] }) {
  return (
    <EmptyState
      title="No jobs found matching your criteria."
      action={
        <>
          {less.length > 0 && <AskLess less={less} />}
          <ButtonLink variant="secondary" href={`${links.jobs}#${words.id}`} data-clear>
            {words.showAll}
          </ButtonLink>
        </>
      }
    >
      {less.length === 0 && words.noneText}
    </EmptyState>
  );
}

function Failed({ search }: { search: JobSearch }) {
  return (
    <EmptyState
      title="The jobs could not be loaded"
      action={
        <ButtonLink variant="secondary" href={jobSearchAddress(search)} data-again>
          {words.tryAgain}
        </ButtonLink>
      }
    >
      {words.failedText}
    </EmptyState>
  );
}
