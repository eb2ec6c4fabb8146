import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import type { Failure } from '#app/ui/failure.ts';
import { Notice } from '#app/ui/notice.tsx';
import { isStaffAct } from '#domain/staff/acts.ts';
import type { CaseDetail, CaseKind } from '#domain/staff/review.ts';
import { useStaffCall } from '../calls.tsx';
import { useKeptTexts } from '../use-kept-texts.ts';
import { type CaseAct, CaseDialog, keepsHidden } from './case-dialog.tsx';

type CaseActsProps = { found: CaseDetail; onDone(): void };

const hides = {
  job: 'Hide the job',
  company: 'Hide its jobs',
  profile: 'Hide the profile',
  conversation: 'Close the conversation',
} as const satisfies Record<CaseKind, string>;

const open = ['waiting', 'answered', 'appealed'];

/** What can be done now. If somebody else was faster, the second person is told who, and sees the result. */
export function CaseActs({ found, onDone }: CaseActsProps) {
  const call = useStaffCall();
  const [asked, setAsked] = useState<CaseAct>();
  // Kept separately for each act, and longer than the dialog, which also closes when somebody else was faster.
  const typed = useKeptTexts(`case ${found.id}`);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const { id, version, state, kind } = found;

  async function run(name: string, body: object = {}): Promise<Failure | undefined> {
    setBusy(true);
    const answer = await call(name, { id, version, ...body });
    setBusy(false);
    if (!('failure' in answer)) {
      setFailure(undefined);
      setAsked(undefined);
      typed.clear();
      onDone();
      return;
    }
    // Somebody else was faster: their decision is loaded, and their name stays visible above it.
    if (answer.failure.code === 'changed_meanwhile') {
      setAsked(undefined);
      setFailure(answer.failure);
      onDone();
      return;
    }
    return answer.failure;
  }

  async function press(name: string) {
    const refused = await run(name);
    if (refused) setFailure(refused);
  }

  const isOpen = open.includes(state);
  const canHide = isOpen || state === 'asked' || state === 'released';
  const canRelease = isOpen || state === 'asked' || state === 'hidden';
  const canBlock = isStaffAct('block-person') && found.history.account && state !== 'blocked';
  const isOthers = found.is_claimed && !found.is_own_claim;
  return (
    <section className="review-acts" aria-label="What to do">
      {failure && (
        <Notice
          tone="danger"
          title={failure.code === 'changed_meanwhile' ? 'Somebody else was faster' : undefined}
        >
          {failure.message}
        </Notice>
      )}
      {isOthers && (
        <Notice title={`${found.claimed_as} is looking at this`}>
          They have half an hour, so that no two of you do the same work.
        </Notice>
      )}
      {found.others_decide && (
        <Notice title="An appeal against your own decision">
          Somebody else on the team decides it.
        </Notice>
      )}
      {!found.others_decide && (
        <div className="actions">
          {isOpen && !isOthers && (
            <Button
              variant="quiet"
              isBusy={isBusy}
              onClick={() =>
                press(found.is_own_claim && found.is_claimed ? 'leave-case' : 'take-case')
              }
            >
              {found.is_own_claim && found.is_claimed ? 'Give it back' : 'Take it'}
            </Button>
          )}
          {canRelease && (
            <Button
              variant="secondary"
              disabled={isOthers}
              onClick={() => setAsked('release-case')}
            >
              Release
            </Button>
          )}
          {canHide && (
            <Button variant="secondary" disabled={isOthers} onClick={() => setAsked('hide-case')}>
              {keepsHidden(found) ? 'Keep it hidden' : hides[kind]}
            </Button>
          )}
          {isOpen && found.history.account && !found.gone_at && (
            <Button variant="secondary" disabled={isOthers} onClick={() => setAsked('ask-case')}>
              Ask the person
            </Button>
          )}
          {canBlock && (
            <Button
              variant="danger-outline"
              disabled={isOthers}
              onClick={() => setAsked('block-person')}
            >
              Block the person
            </Button>
          )}
        </div>
      )}
      {asked && (
        <CaseDialog
          key={asked}
          act={asked}
          found={found}
          isBusy={isBusy}
          words={typed.texts[asked] ?? ''}
          onWords={(words) => typed.type(asked, words)}
          onClose={() => setAsked(undefined)}
          onRun={run}
        />
      )}
    </section>
  );
}
