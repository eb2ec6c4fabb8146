import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { doesHold, type Launch } from '#domain/staff/launch.ts';
import { dayInWords } from '../moment.tsx';
import { isReason, ReasonField } from '../reason-field.tsx';
import { useStaffAct } from '../use-staff-act.ts';

type LaunchAnywayProps = { launch: Launch; isOwner: boolean; onDone(): void };

/** Whether search engines may list the site, why, and the owner's word against it. */
export function LaunchAnyway({ launch, isOwner, onDone }: LaunchAnywayProps) {
  const act = useStaffAct();
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const { isPublic, isFound, anyway, points } = launch;
  const isReady = !points.some(doesHold);

  async function run(name: string, body?: object) {
    if (!(await act.run(name, body))) return;
    setOpen(false);
    onDone();
  }

  return (
    <Notice tone={isFound ? 'good' : 'plain'} title={titleOf(launch)}>
      {!isPublic && (
        <p>Without a public address search engines do not come, and nothing is kept from them.</p>
      )}
      {isPublic && !isFound && (
        <p>
          Every page says “noindex” until no point that matters to them is red, or until an owner
          decides otherwise. Backups, disk, proxy, price, webhook and the email that you try do not
          count. People with the address see the site as it is.
        </p>
      )}
      {anyway && (
        <p>
          An owner let them in on {dayInWords(anyway.decided_at)}: {anyway.reason}
        </p>
      )}
      {act.failure && <p>{act.failure}</p>}
      {isOwner && anyway && (
        <Button
          variant="secondary"
          size="small"
          isBusy={act.isBusy}
          onClick={() => run('undo-launch-anyway')}
        >
          Take it back
        </Button>
      )}
      {isOwner && !anyway && !isReady && (
        <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
          Let search engines in anyway
        </Button>
      )}
      <Dialog
        title="Let search engines in anyway?"
        description="They may list pages as they are now, with what is red. You can take it back; what they have listed goes with their next visit."
        open={isOpen}
        onOpenChange={setOpen}
        actions={
          <Button
            isBusy={act.isBusy}
            disabled={!isReason(reason)}
            onClick={() => run('launch-anyway', { reason })}
          >
            Let them in
          </Button>
        }
      >
        <ReasonField hint="For the log" value={reason} onChange={setReason} />
      </Dialog>
    </Notice>
  );
}

function titleOf({ isPublic, isFound }: Launch): string {
  if (!isPublic) return 'This is a start at home';
  return isFound ? 'Search engines may list the site' : 'Search engines are kept out';
}
