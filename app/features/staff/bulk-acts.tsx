import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Sending } from '#app/ui/form.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { StaffAct } from '#domain/staff/acts.ts';
import { type BulkAnswer, mostAtOnce } from '#domain/staff/jobs.ts';
import { counted } from '#domain/text/grouped.ts';
import { isReason, ReasonField } from './reason-field.tsx';
import { useKeptTexts } from './use-kept-texts.ts';
import { useStaffAct } from './use-staff-act.ts';

type BulkActsProps<Row> = {
  rows: readonly Row[];
  /** What the rows are called, singular and plural. */
  nouns: readonly [one: string, many: string];
  acts: readonly BulkAct[];
  idOf(row: Row): string;
  nameOf(row: Row): string;
  /** The request body. */
  bodyOf(rows: readonly Row[]): object;
  onDone(): void;
};

export type BulkAct = {
  act: StaffAct;
  label: string;
  /** What was done, used after a count: “hidden”. */
  did: string;
  /** What will happen, shown before it does. */
  text: string;
  isDestructive?: boolean;
  /** Set if the act requires a reason. */
  reason?: { label: string; hint: string; least: number };
};

type Outcome = { did: string; count: number; refused: { name: string; why: string }[] };

/** Does something to all selected rows, and then says why each refused one was refused. */
export function BulkActs<Row>({
  rows,
  nouns,
  acts,
  idOf,
  nameOf,
  bodyOf,
  onDone,
}: BulkActsProps<Row>) {
  const [asked, setAsked] = useState<BulkAct>();
  const [outcome, setOutcome] = useState<Outcome>();
  // Kept separately for each act.
  const typed = useKeptTexts(`several ${location.pathname}`);
  const reason = (asked && typed.texts[asked.act]) ?? '';
  const { isBusy, failure, forget, run } = useStaffAct();
  const things = (count: number) => counted(count, ...nouns);
  const isTooMany = rows.length > mostAtOnce;

  function close() {
    setAsked(undefined);
    forget();
  }

  async function doIt({ act, did, reason: wanted }: BulkAct) {
    const names = new Map(rows.map((row) => [idOf(row), nameOf(row)]));
    const answer = await run<BulkAnswer>(act, { ...bodyOf(rows), ...(wanted && { reason }) });
    if (!answer) return;
    setAsked(undefined);
    typed.type(act, '');
    setOutcome({
      did,
      count: answer.done.length,
      refused: answer.refused.map(({ id, why }) => ({ name: names.get(id) ?? id, why })),
    });
    onDone();
  }

  return (
    <>
      <div className="actions">
        {acts.map((each) => (
          <Button
            key={each.act}
            variant={each.isDestructive ? 'danger-outline' : 'secondary'}
            size="small"
            disabled={rows.length === 0 || isTooMany}
            onClick={() => setAsked(each)}
          >
            {rows.length === 0 ? each.label : `${each.label} (${rows.length})`}
          </Button>
        ))}
      </div>
      {isTooMany && <p role="status">At most {mostAtOnce} at once. Choose fewer.</p>}
      <div role="status">
        {outcome && (
          <Notice
            tone={outcome.refused.length > 0 ? 'danger' : 'good'}
            title={`${things(outcome.count)} ${outcome.did}${
              outcome.refused.length > 0 ? `, ${outcome.refused.length} refused` : ''
            }`}
          >
            {outcome.refused.length > 0 && (
              <ul className="staff-lines">
                {outcome.refused.map(({ name, why }) => (
                  <li key={name + why}>
                    <bdi>{name}</bdi>: {why}
                  </li>
                ))}
              </ul>
            )}
          </Notice>
        )}
      </div>
      {asked && (
        <Dialog
          title={`${asked.label}: ${things(rows.length)}?`}
          description={asked.text}
          open
          onOpenChange={(isOpen) => !isOpen && close()}
          actions={
            <Button
              variant={asked.isDestructive ? 'danger' : 'primary'}
              isBusy={isBusy}
              disabled={!isReason(reason, asked.reason?.least ?? 0)}
              onClick={() => doIt(asked)}
            >
              {asked.label}
            </Button>
          }
        >
          <Sending value={isBusy}>
            {failure && <Notice tone="danger">{failure}</Notice>}
            {asked.reason && (
              <ReasonField
                label={asked.reason.label}
                hint={asked.reason.hint}
                rows={4}
                value={reason}
                onChange={(words) => typed.type(asked.act, words)}
              />
            )}
          </Sending>
        </Dialog>
      )}
    </>
  );
}
