import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { WordsOfKind } from '#domain/staff/words.ts';
import { useStaffAct } from '../use-staff-act.ts';
import { WordDifferences } from './word-differences-list.tsx';

type ReleaseNoticeProps = {
  words: WordsOfKind;
  mayPublish: boolean;
  onDone(said: string): void;
};

/** A release changed words that staff had changed, too: both are shown side by side. */
export function ReleaseNotice({ words, mayPublish, onDone }: ReleaseNoticeProps) {
  const act = useStaffAct();
  const [taken, setTaken] = useState<number>();
  const { name, version, fields, latest, first } = words;

  async function take(restored: number, said: string) {
    setTaken(restored);
    const note = restored === 0 ? 'The release’s words' : 'Kept beside a release';
    if (await act.run('restore-words', { kind: name, version, restored, note })) onDone(said);
  }

  return (
    <Notice title="A release has changed these words since you published yours">
      <p>Yours stay until you decide.</p>
      <WordDifferences
        fields={fields}
        before={latest}
        after={first}
        names={['Yours', 'The release’s']}
      />
      {mayPublish && (
        <p className="staff-acts">
          <Button
            variant="secondary"
            size="small"
            isBusy={act.isBusy && taken === version}
            disabled={act.isBusy && taken !== version}
            onClick={() => take(version, 'Yours stay.')}
          >
            Keep yours
          </Button>
          <Button
            variant="secondary"
            size="small"
            isBusy={act.isBusy && taken === 0}
            disabled={act.isBusy && taken !== 0}
            onClick={() => take(0, 'The release’s words are now published.')}
          >
            Use the release’s
          </Button>
        </p>
      )}
      {act.failure && <p className="field-error">{act.failure}</p>}
    </Notice>
  );
}
