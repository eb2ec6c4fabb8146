import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { useLoading } from '#app/ui/use-loading.ts';
import type { StaffRole } from '#domain/staff/staff.ts';
import type { WordsOfKind } from '#domain/staff/words.ts';
import { useStaffRead } from '../calls.tsx';
import { DoneLine, useDone } from '../done-line.tsx';
import { momentInWords } from '../moment.tsx';
import { ReleaseNotice } from './release-notice.tsx';
import { wordsHome } from './words-address.ts';
import { WordsEditor } from './words-editor.tsx';
import { WordsHistory } from './words-history.tsx';

/** One kind of words: edited, previewed, published, and restored. */
export function WordsPage({ name, role }: { name: string; role: StaffRole }) {
  const read = useStaffRead();
  const { said, version, say } = useDone();
  const { state, again } = useLoading(() => read<WordsOfKind>('words-of-kind', { kind: name }), {
    version,
  });
  const words = state.data;
  const mayPublish = words?.publishedBy === 'staff' || role === 'owner';

  return (
    <>
      <p className="staff-back">
        <a className="link" href={wordsHome}>
          All words
        </a>
      </p>
      <h1>{words?.title ?? 'Words'}</h1>
      {state.kind === 'waiting' && <Skeleton lines={8} />}
      {state.failure && (
        <LoadFailure
          title="These words could not be loaded"
          failure={state.failure}
          again={again}
        />
      )}
      <DoneLine said={said} />
      {words && (
        <>
          <p className="lede">{words.about}</p>
          {!mayPublish && <Notice title="Owners publish this">You may write a draft.</Notice>}
          {words.comes_at && (
            <Notice title={`Version ${words.version} is scheduled`}>
              It shows from {momentInWords(words.comes_at)} on. To take it back, go back to an
              earlier version below.
            </Notice>
          )}
          {words.isReleaseNewer && (
            <ReleaseNotice words={words} mayPublish={mayPublish} onDone={say} />
          )}
          <WordsEditor
            key={`${words.version}.${words.draft?.revision ?? 0}`}
            words={words}
            mayPublish={mayPublish}
            onDone={say}
          />
          <WordsHistory words={words} mayPublish={mayPublish} onDone={say} />
        </>
      )}
    </>
  );
}
