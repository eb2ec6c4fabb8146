import { Notice } from '#app/ui/notice.tsx';
import type { PersonPage } from '#domain/staff/people.ts';
import { ActDialog, type Done } from '../act-dialog.tsx';
import { Moment } from '../moment.tsx';

/** The state of a request to remove second steps, and who can do what about it. */
export function FactorHelp({
  page: { help, account, not_on: notOn },
  onDone,
}: {
  page: PersonPage;
  onDone: Done;
}) {
  if (!help) return null;
  const isAlone = help.is_mine && help.is_alone;
  const due = isAlone ? help.alone_due_at : help.due_at;
  const isOver = due !== null && Date.parse(due) <= Date.now();
  const mayAgree = isOver && (!help.is_mine || isAlone);
  const body = { person: account.id };
  return (
    <Notice title="Second steps are about to end">
      <p>
        {help.by ?? 'Somebody who is gone'} asked for it on <Moment at={help.asked_at} hasTime />.{' '}
        {due ? (
          <>
            The person was told, and can stop it. It takes effect only when somebody agrees, from{' '}
            <Moment at={due} hasTime /> on.
          </>
        ) : (
          'No mail server has accepted the email to the person yet. The waiting time starts when one does; if one refused it, Emails says so.'
        )}{' '}
        {help.is_mine &&
          (isAlone
            ? 'You are the only one here, so you wait three times as long and agree yourself. Somebody with a role under Team could do it sooner.'
            : 'Another member of staff must agree.')}
      </p>
      {!notOn && (
        <div className="staff-acts">
          {mayAgree && (
            <ActDialog
              act="approve-factor-help"
              label="Agree"
              title="End every second step?"
              confirmLabel="End them"
              isDestructive
              body={body}
              onDone={() => onDone('Every second step has ended.')}
            >
              <p>
                Every second step, passkey and session ends at once, and the person is told. They
                sign in with their password or a link. This cannot be undone.
              </p>
            </ActDialog>
          )}
          <ActDialog
            act="stop-factor-help"
            label="Stop it"
            title="Stop the help?"
            confirmLabel="Stop it"
            body={body}
            onDone={() => onDone('The help is stopped.')}
          >
            <p>Nothing changes in the account. It can be asked for again.</p>
          </ActDialog>
        </div>
      )}
    </Notice>
  );
}
