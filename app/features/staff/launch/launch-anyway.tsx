import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { doesHold, type Launch } from '#domain/staff/launch.ts';
import { ActDialog } from '../act-dialog.tsx';
import { dayInWords } from '../moment.tsx';
import { useStaffAct } from '../use-staff-act.ts';

type LaunchAnywayProps = { launch: Launch; isOwner: boolean; onDone(): void };

/** Whether search engines may list the site, why, and the owner's override. */
export function LaunchAnyway({ launch, isOwner, onDone }: LaunchAnywayProps) {
  const act = useStaffAct();
  const { isPublic, isFound, anyway, points } = launch;
  const isReady = !points.some(doesHold);

  async function takeBack() {
    if (await act.run('undo-launch-anyway')) onDone();
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
      {act.failure && <p role="alert">{act.failure}</p>}
      {isOwner && anyway && (
        <Button variant="secondary" size="small" isBusy={act.isBusy} onClick={takeBack}>
          Take it back
        </Button>
      )}
      {isOwner && !anyway && !isReady && (
        <ActDialog
          act="launch-anyway"
          label="Let search engines in anyway"
          title="Let search engines in anyway?"
          confirmLabel="Let them in"
          body={{}}
          reasonHint="For the log"
          onDone={onDone}
        >
          <p>
            They may then list the pages as they are, with the red points open. You can take it
            back; what they have listed goes with their next visit.
          </p>
        </ActDialog>
      )}
    </Notice>
  );
}

function titleOf({ isPublic, isFound }: Launch): string {
  if (!isPublic) return 'This site runs on your own machine';
  return isFound ? 'Search engines may list the site' : 'Search engines are kept out';
}
