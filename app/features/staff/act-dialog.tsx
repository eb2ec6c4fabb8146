import { createContext, type ReactNode, useContext } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Sending } from '#app/ui/form.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { actOf, type StaffAct } from '#domain/staff/acts.ts';
import { isReason, ReasonField } from './reason-field.tsx';
import { useActInDialog } from './use-act-in-dialog.ts';
import { useKeptTexts } from './use-kept-texts.ts';

/** Called with a sentence that says what was done. */
export type Done = (words: string) => void;

/** Reloads the page after an act was refused, because somebody else may have been faster. */
export const AfterRefusal = createContext(() => {});

type ActDialogProps = {
  act: StaffAct;
  /** The label of its button, which is next to others. */
  label: string;
  title: string;
  /** What will happen, and whether it can be undone. */
  children: ReactNode;
  confirmLabel: string;
  body: object;
  /** The subject of the act, if the page has several: a half-typed reason is kept for it. */
  about?: string;
  isDestructive?: boolean;
  isReady?: boolean;
  /** Who will read the reason. */
  reasonHint?: string;
  onDone(): void;
};

/** An act: explained before it is done, with a reason if the act requires one. */
export function ActDialog({
  act,
  label,
  title,
  children,
  confirmLabel,
  body,
  about = location.pathname,
  isDestructive,
  isReady = true,
  reasonHint = 'For the log; the person does not read it',
  onDone,
}: ActDialogProps) {
  const { needsReason } = actOf(act);
  const typed = useKeptTexts(`${act} ${about}`);
  const reason = typed.texts.reason ?? '';
  const { isOpen, setOpen, isBusy, failure, run } = useActInDialog(() => {
    typed.clear();
    onDone();
  }, useContext(AfterRefusal));
  return (
    <>
      <Button
        variant={isDestructive ? 'danger-outline' : 'secondary'}
        size="small"
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <Dialog
        title={title}
        open={isOpen}
        onOpenChange={setOpen}
        actions={
          <Button
            variant={isDestructive ? 'danger' : 'primary'}
            isBusy={isBusy}
            disabled={!isReady || (needsReason && !isReason(reason))}
            onClick={() => run(act, { ...body, ...(needsReason && { reason }) })}
          >
            {confirmLabel}
          </Button>
        }
      >
        <Sending value={isBusy}>
          {failure && <Notice tone="danger">{failure}</Notice>}
          {children}
          {needsReason && (
            <ReasonField
              hint={reasonHint}
              value={reason}
              onChange={(words) => typed.type('reason', words)}
            />
          )}
        </Sending>
      </Dialog>
    </>
  );
}
