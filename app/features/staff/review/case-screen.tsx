import { useState } from 'react';
import { jobs } from '#app/content/jobs.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { useLoading } from '#app/ui/use-loading.ts';
import {
  type CaseDetail,
  caseKindWords,
  holdRuleWords,
  showCaseTitle,
} from '#domain/staff/review.ts';
import { useStaffRead } from '../calls.tsx';
import { OnlyNewest } from '../facts.tsx';
import { dayInWords, momentInWords } from '../moment.tsx';
import { NotOnNotice } from '../not-on.tsx';
import { CaseActs } from './case-acts.tsx';
import { Evidence } from './evidence.tsx';
import { History } from './history.tsx';
import { actedWords, StateBadge } from './state-badge.tsx';

/** One case: what was reported and why, next to what is known about the person, and what can be done. */
export function CaseScreen({ id }: { id: string }) {
  const read = useStaffRead();
  const [version, setVersion] = useState(0);
  const { state, again } = useLoading(() => read<CaseDetail>('review-case', { id }), {
    key: id,
    version,
  });
  const found = state.data;
  const isGone = state.failure?.code === 'not_found';
  return (
    <div className="review-case">
      <p className="staff-back">
        <a className="link" href="/staff/review?state=open">
          Back to the queue
        </a>
      </p>
      {(!found || isGone) && <h1>Case</h1>}
      {state.kind === 'waiting' && <Skeleton lines={8} label="Loading the case…" />}
      {isGone && (
        <EmptyState title="There is no such case">
          It ended after its time, or it is not for you to look at.
        </EmptyState>
      )}
      {state.failure && !isGone && (
        <LoadFailure title="The case could not be loaded" failure={state.failure} again={again} />
      )}
      {found && !isGone && (
        <Found found={found} onDone={() => setVersion((before) => before + 1)} />
      )}
    </div>
  );
}

function Found({ found, onDone }: { found: CaseDetail; onDone(): void }) {
  return (
    <>
      <header>
        <p className="eyebrow">{caseKindWords[found.kind]}</p>
        <h1>
          <bdi>{showCaseTitle(found.title)}</bdi>
        </h1>
        {/* An act changes it, and the button that was pressed may be gone. */}
        <p role="status">
          <StateBadge state={found.state} />{' '}
          {found.acted_as && found.acted_at && (
            <span>
              {actedWords(found.state)} {found.acted_as}, {momentInWords(found.acted_at)}
            </span>
          )}
        </p>
        {found.evidence_ends_at && (
          <Notice title="It has since gone, or the account has">
            What is kept of it here is deleted on {dayInWords(found.evidence_ends_at)}.
          </Notice>
        )}
      </header>
      {found.not_on ? (
        <NotOnNotice why={found.not_on} />
      ) : (
        <CaseActs found={found} onDone={onDone} />
      )}
      <div className="review-sides">
        <div>
          <Why found={found} />
          <Words found={found} />
          <Evidence found={found} />
        </div>
        <History found={found} />
      </div>
    </>
  );
}

const reasonWords: Readonly<Record<string, string>> = jobs.report.reasons;

function Why({ found: { reported, held_for } }: { found: CaseDetail }) {
  return (
    <section aria-label="Why it is here">
      <h2>Why it is here</h2>
      <ul className="review-lines">
        {held_for.map((rule) => (
          <li key={rule}>Held by a rule: {holdRuleWords[rule] ?? rule}</li>
        ))}
        {reported.map(({ reason, note, at, reporter }) => (
          <li key={`${at} ${reason}`}>
            <p dir="auto">{reasonWords[reason] ?? reason}</p>
            {note && <p dir="auto">{note}</p>}
            <span className="staff-quiet">
              {momentInWords(at)}, {reporter ? `by ${reporter}` : 'nobody knows by whom'}
            </span>
          </li>
        ))}
      </ul>
      <OnlyNewest list={reported} most={50} />
    </section>
  );
}

/** The exchange between staff and the person. */
function Words({ found }: { found: CaseDetail }) {
  const { reason, question, answer, appeal } = found;
  const said = [
    ['We asked', question],
    ['They answered', answer],
    ['We hid it, and wrote', reason],
    [found.appealed_at ? 'They appealed' : 'They had appealed before', appeal],
  ].filter(([, words]) => words);
  if (said.length === 0) return null;
  return (
    <section aria-label="What was said">
      <h2>What was said</h2>
      <dl className="review-facts">
        {said.map(([who, words]) => (
          <div key={who}>
            <dt>{who}</dt>
            <dd className="whitespace-pre-line" dir="auto">
              {words}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
