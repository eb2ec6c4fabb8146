import { Link } from '#app/ui/link.tsx';
import { jobTypes } from '#domain/jobs/job-facts.ts';
import * as links from '#domain/site/links.ts';

/** Links to the lists by type and of remote jobs, which lead on to places and roles. */
export function BoardWays() {
  return (
    <nav className="board-ways" aria-labelledby="board-ways">
      <h2 id="board-ways">Jobs by type</h2>
      <ul>
        {jobTypes.map((type) => (
          <li key={type}>
            <Link
              href={type === 'Remote' ? links.remoteJobs : links.jobsOfType(type.toLowerCase())}
            >
              {type}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
