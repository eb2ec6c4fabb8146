import { Link } from '#app/ui/link.tsx';
import type { JobWay } from '#domain/jobs/job-rows.ts';
import { landingAddress, titleOf } from './landing/job-landing.ts';

/** To the lists on which the job stands: of its town, its role there, its state, its type. */
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
