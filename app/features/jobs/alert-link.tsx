import { Bell } from 'lucide-react';
import { Link } from '#app/ui/link.tsx';
import { type JobSearch, jobSearchAddress } from '#domain/finding/job-search.ts';
import * as links from '#domain/site/links.ts';

export function AlertLink({ search }: { search: Partial<JobSearch> }) {
  const address = jobSearchAddress(
    { ...search, sort: 'newest', posted: 0, after: undefined, skip: 0 },
    links.newAlert,
  );
  return (
    <Link className="board-feed" href={address}>
      <Bell aria-hidden="true" />
      Email me new ones
    </Link>
  );
}
