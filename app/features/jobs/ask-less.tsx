import { jobs as content } from '#app/content/jobs.ts';
import type { Less } from '#app/data/find-on-board.server.ts';
import { Link } from '#app/ui/link.tsx';
import { jobSearchAddress } from '#domain/finding/job-search.ts';
import { countJobs } from './describe-count.ts';

const words = content.search;

/** For whom nothing was found: searches that ask for less, with how many each finds. */
export function AskLess({ less }: { less: readonly Less[] }) {
  return (
    <div className="board-less">
      <p id="board-less">{words.less}</p>
      <ul aria-labelledby="board-less">
        {less.map((each) => {
          const address = jobSearchAddress(each.search);
          return (
            <li key={address}>
              <Link href={`${address}#${words.id}`} data-ask>
                {nameLess(each)}
              </Link>{' '}
              <span>{each.count > 1_000 ? '1,000+ jobs' : countJobs(each.count)}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function nameLess(less: Less) {
  if ('any' in less) return words.lessOf[less.any];
  return 'only' in less ? (
    <>
      {words.only} <bdi>“{less.only}”</bdi>
    </>
  ) : (
    <>
      {words.without} <bdi>“{less.without}”</bdi>
    </>
  );
}
