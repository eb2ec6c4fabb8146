import { Button } from '#app/ui/button.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { describeAlert, mostAlerts } from '#domain/alerts/alerts.ts';
import { type AlertLink, Described, entry, toBoard } from './alert-steps.tsx';

/** What pressing the button did; undefined before. */
export type ConfirmOutcome = 'confirmed' | 'full' | 'gone';

type ConfirmStepProps = {
  /** What still waits, also after a press; null if the link is invalid. */
  link: AlertLink | null;
  outcome: ConfirmOutcome | undefined;
  action: string;
};

/**
 * The page behind a link in an email: it changes nothing until a button is pressed, because email programs open links
 * too. Each alert has a button of its own, because several people may have requested them.
 */
export function ConfirmStep({ link, outcome, action }: ConfirmStepProps) {
  const waiting = link?.alerts ?? [];
  const hasOthers = outcome !== undefined && waiting.length > 0;
  const { title, intro } = said(link, outcome);
  return (
    <>
      <PageHeader
        eyebrow="Job alerts"
        title={title}
        intro={intro}
        {...((outcome === 'confirmed' || waiting.length === 0) && { actions: toBoard })}
      />
      {waiting.length > 0 && (
        <div className="wrap grid gap-6 pb-16">
          {hasOthers && <h2>Waiting for you to confirm</h2>}
          <ul className="grid max-w-2xl gap-4">
            {waiting.map((alert) => (
              <li key={alert.id}>
                <form className={entry} method="post" action={action}>
                  <Described alert={alert} />
                  <input type="hidden" name="alert" value={alert.id} />
                  <div>
                    <Button type="submit">
                      Yes, send me these jobs
                      {waiting.length > 1 && (
                        <span className="sr-only">
                          : {describeAlert(alert.kind, alert.address)}
                        </span>
                      )}
                    </Button>
                  </div>
                </form>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function said(link: AlertLink | null, outcome: ConfirmOutcome | undefined) {
  if (outcome === 'confirmed') {
    return {
      title: 'Your alert is confirmed',
      intro: 'New jobs come by email, each once. Every email has a link that stops it.',
    };
  }
  if (outcome === 'full') {
    return {
      title: `You have ${mostAlerts} alerts already`,
      intro:
        'This one was not confirmed. Every alert email has a link that stops that alert; stop one, then come back to this page.',
    };
  }
  if (!link) {
    return {
      title: 'This link no longer works',
      intro: 'It works for two days. Save the alert again to receive a new one.',
    };
  }
  if (link.alerts.length === 0) {
    return {
      title: 'There is nothing left to confirm',
      intro: 'What you confirmed is saved. What waited for longer than two days is forgotten.',
    };
  }
  if (outcome === 'gone') {
    return {
      title: 'Look at it once more',
      intro:
        'What you confirmed has since been requested again, or has expired. This is what waits now.',
    };
  }
  return {
    title: link.alerts.length === 1 ? 'Confirm your alert' : 'Confirm your alerts',
    intro: `Somebody asked us to send new jobs to your address. If ${link.alerts.length === 1 ? 'it was not you, close this page: nothing is sent, and the request is' : 'one was not asked for by you, leave it: nothing is sent for it, and it is'} deleted after two days.`,
  };
}
