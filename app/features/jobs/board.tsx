import { ArrowUp, Bookmark, Rss } from 'lucide-react';
import { jobs as content } from '#app/content/jobs.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Field } from '#app/ui/field.tsx';
import { FinderForm } from '#app/ui/finder-form.tsx';
import { Link } from '#app/ui/link.tsx';
import { Select } from '#app/ui/select.tsx';
import { jobTypes, tierCodes } from '#domain/job-facts.ts';
import type { JobList } from '#domain/job-rows.ts';
import {
  anyCredential,
  type JobSearch,
  jobSearchAddress,
  pageKeyAfter,
} from '#domain/job-search.ts';
import * as links from '#domain/links.ts';
import { AlertLink } from './alert-link.tsx';
import { describeCount } from './describe-count.ts';
import { JobRow } from './job-row.tsx';

const words = content.search;
const filters = [
  { label: words.all, type: '' },
  ...jobTypes.map((type) => ({ label: type, type })),
];

const credentials = [
  { value: '', label: words.noMatter },
  { value: anyCredential, label: words.anyCredential },
  ...tierCodes.map((code) => ({ value: code, label: code })),
];

type BoardProps = {
  search: JobSearch;
  /** Nothing when the list could not be read. */
  list: JobList | undefined;
};

/** Search, filter and list. The script of the board changes the marked parts without a new page. */
export function Board({ search, list }: BoardProps) {
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
        <Field label={words.credential} className="board-credential">
          <Select name="credential" defaultValue={search.credential} options={credentials} />
        </Field>
      </FinderForm>
      <p className="finder-count" role="status" data-count>
        {list ? describeCount(list) : 'Failed to load jobs'}
      </p>
      <div data-results>
        {list ? <Results search={search} list={list} /> : <Failed search={search} />}
      </div>
      <template data-failed>
        <Failed search={search} />
      </template>
    </section>
  );
}

function Results({ search, list }: { search: JobSearch; list: JobList }) {
  const last = list.jobs.at(-1);
  if (!last) {
    return (
      <>
        <NoneFound />
        <div className="board-foot">
          <AlertLink search={search} />
        </div>
      </>
    );
  }
  return (
    <>
      {search.after && (
        <p className="board-newest">
          <Link href={`${jobSearchAddress({ ...search, after: undefined })}#${words.id}`}>
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
        {list.hasMore && (
          <ButtonLink
            variant="secondary"
            rel="next"
            href={`${jobSearchAddress({ ...search, after: pageKeyAfter(last) })}#${words.id}`}
            data-more
          >
            {words.more}
          </ButtonLink>
        )}
        <AlertLink search={search} />
        <Link
          className="board-feed"
          href={jobSearchAddress({ ...search, after: undefined }, links.jobsFeed)}
          type="application/rss+xml"
        >
          <Rss aria-hidden="true" />
          {words.feed}
        </Link>
      </div>
    </>
  );
}

function NoneFound() {
  return (
    <EmptyState
      title="No jobs found matching your criteria."
      action={
        <ButtonLink variant="secondary" href={`${links.jobs}#${words.id}`} data-clear>
          {words.showAll}
        </ButtonLink>
      }
    >
      {words.noneText}
    </EmptyState>
  );
}

function Failed({ search }: { search: JobSearch }) {
  return (
    <EmptyState
      title="Failed to load jobs"
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
