import { Link } from '#app/ui/link.tsx';
import type { JobWay } from '#domain/jobs/job-rows.ts';
import { landingAddress, titleOf } from './landing/job-landing.ts';

/** Links to the lists that contain the job: by town, role there, state and type. */
export function JobWays({ ways }: { ways: JobWay[] }) {
  if (ways.length === 0) return null;
  return (
    <nav aria-labelledby="job-ways">
      <h2 id="job-ways">More jobs</h2>
      <ul className="grid gap-2">
        {ways.map((way) => (
          <li key={way.path}>
            <Link href={landingAddress(way.path)}>{titleOf(way)}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
