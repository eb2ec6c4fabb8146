import { Notice } from '#app/ui/notice.tsx';
import type { Change } from '#domain/applications/seen-posting.ts';

/** How the posting changed while somebody was writing their application. */
export function PostingChanges({ changes }: { changes: Change[] }) {
  if (changes.length === 0) return null;
  return (
    <Notice title="What has changed in the posting">
      <ul>
        {changes.map(({ what, before, now }) => (
          <li key={what}>
            {what}: <bdi>{now || 'not stated any more'}</bdi>
            {before && (
              <>
                {' '}
                (before: <bdi>{before}</bdi>)
              </>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
