import { Badge } from '#app/ui/badge.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { useLoading } from '#app/ui/use-loading.ts';
import type { StaffRole } from '#domain/staff/staff.ts';
import type { WordsRow } from '#domain/staff/words.ts';
import { useStaffRead } from '../calls.tsx';
import { momentInWords } from '../moment.tsx';
import { useAddress } from '../router.ts';
import { wordsHome } from './words-address.ts';
import { WordsPage } from './words-page.tsx';

/** Everything that can be changed without a release, or the kind in the address. */
export function WordsScreen({ role }: { role: StaffRole }) {
  const { pathname } = useAddress();
  const name = pathname.slice(wordsHome.length + 1);
  return name ? <WordsPage key={name} name={name} role={role} /> : <WordsList />;
}

function WordsList() {
  const read = useStaffRead();
  const { state, again } = useLoading(() => read<{ kinds: WordsRow[] }>('words'));
  return (
    <>
      <h1>Words</h1>
      <p className="lede">
        The texts of the site that you can change. Changes show within a second.
      </p>
      {state.kind === 'waiting' && <Skeleton lines={8} />}
      {state.failure && (
        <LoadFailure
          title="The list of words could not be loaded"
          failure={state.failure}
          again={again}
        />
      )}
      <ul className="words-kinds">
        {state.data?.kinds.map((kind) => (
          <li key={kind.name}>
            <h2>
              <a className="link" href={`${wordsHome}/${kind.name}`}>
                {kind.title}
              </a>{' '}
              {kind.hasDraft && <Badge tone="warm">Draft</Badge>}{' '}
              {kind.comes_at && <Badge>Comes {momentInWords(kind.comes_at)}</Badge>}{' '}
              {kind.isReleaseNewer && <Badge tone="danger">A release changed it</Badge>}
            </h2>
            <p>{kind.about}</p>
            <p className="staff-quiet">
              {kind.published_at
                ? `Published ${momentInWords(kind.published_at)} by ${kind.published_by}`
                : 'Original version'}
              {kind.publishedBy === 'owner' && '\u00a0· only owners can publish it'}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
