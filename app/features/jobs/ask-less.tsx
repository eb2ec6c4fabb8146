import { jobs as content } from '#app/content/jobs.ts';
import type { Less } from '#app/data/find-on-board.server.ts';
import { Link } from '#app/ui/link.tsx';
import { jobSearchAddress } from '#domain/finding/job-search.ts';
import { shortCount } from './describe-count.ts';

const words = content.search;

/** Shown if nothing was found: broader searches, with how many jobs each finds. */
export function AskLess({ less }: { less: readonly Less[] }) {
  return (
    <div>
      <p id="board-less">{words.less}</p>
      <ul aria-labelledby="board-less" className="grid gap-2 my-2">
        {less.map((each) => {
          const address = jobSearchAddress(each.search);
          return (
            <li key={address}>
              <Link href={`${address}#${words.id}`} data-ask>
                {nameLess(each)}
              </Link>{' '}
              <span className="ms-1 text-sm">
                {each.count === 1 ? '1 job' : `${shortCount(each.count)} jobs`}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function nameLess(less: Less) {
  if ('any' in less) return words.lessOf[less.any];
  const [how, what] = 'only' in less ? [words.only, less.only] : [words.without, less.without];
  return (
    <>
      {how} <bdi>“{what}”</bdi>
    </>
  );
}
