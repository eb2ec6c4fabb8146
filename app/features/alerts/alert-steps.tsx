import { Button, ButtonLink } from '#app/ui/button.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import {
  type AlertKind,
  describeAlert,
  nameHour,
  usualTimeZones,
  weekdays,
} from '#domain/alerts/alerts.ts';
import * as links from '#domain/site/links.ts';

type LinkedAlert = {
  id: string;
  kind: AlertKind;
  address: string;
  rhythm: 'daily' | 'weekly';
  weekday: number;
  hour: number;
  timeZone: string;
  isOn: boolean;
  isThis: boolean;
};
export type AlertLink = { purpose: 'confirm' | 'stop'; isAccount: boolean; alerts: LinkedAlert[] };

/** Utilities instead of a stylesheet, which would be one more request for a page that is read once. */
export const entry =
  'grid max-w-2xl min-w-0 gap-4 rounded-md border border-line bg-surface p-5 wrap-anywhere';
export const toBoard = <ButtonLink href={links.jobs}>Go to the job board</ButtonLink>;

export function StopStep({ link, action }: { link: AlertLink; action: string }) {
  const own = link.alerts.find(({ isThis }) => isThis);
  // An account keeps stopped alerts, and somebody may open the link of another email about one.
  const isOff = own?.isOn === false;
  const others = link.alerts.filter(({ isThis }) => !isThis);
  return (
    <>
      <PageHeader
        eyebrow="Alerts"
        title={isOff ? 'This alert is off' : own ? 'Stop this alert?' : 'Stop your other alerts?'}
        intro={
          isOff
            ? 'It sends no emails until you turn it on again under your alerts.'
            : 'Nothing changes until you press a button.'
        }
      />
      <div className="wrap grid gap-6 pb-16">
        {own && !isOff && (
          <form className={entry} method="post" action={action}>
            <Described alert={own} />
            <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
              <Button type="submit" size="large">
                Stop this alert
              </Button>
            </div>
          </form>
        )}
        {others.length > 0 && (
          <>
            {own && <h2>Your other alerts</h2>}
            <ul className="grid max-w-2xl gap-4">
              {others.map((alert) => (
                <li key={alert.id}>
                  <form className={entry} method="post" action={action}>
                    <Described alert={alert} />
                    <input type="hidden" name="alert" value={alert.id} />
                    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
                      <Button type="submit" variant="secondary" size="small">
                        Stop it
                        <span className="sr-only">
                          : {describeAlert(alert.kind, alert.address)}
                        </span>
                      </Button>
                    </div>
                  </form>
                </li>
              ))}
            </ul>
          </>
        )}
        {(others.length > 0 || link.isAccount) && (
          <form method="post" action={action}>
            <input type="hidden" name="all" value="yes" />
            <Button type="submit" variant="secondary">
              Stop all alerts
            </Button>
          </form>
        )}
        {link.isAccount && (
          <p>
            <a className="link" href={links.alerts}>
              Manage all your alerts
            </a>
          </p>
        )}
      </div>
    </>
  );
}

export function StepDone({ title, intro }: { title: string; intro: string }) {
  return <PageHeader eyebrow="Alerts" title={title} intro={intro} actions={toBoard} />;
}

export function Described({ alert }: { alert: LinkedAlert }) {
  return (
    <div>
      <p className="text-lg font-semibold">
        <bdi>{describeAlert(alert.kind, alert.address)}</bdi>
      </p>
      <p className="text-sm text-muted">{timeOf(alert)}, when there is something new</p>
    </div>
  );
}

/** "Every day at 8 AM, Eastern time" */
function timeOf({ rhythm, weekday, hour, timeZone }: LinkedAlert): string {
  const zone = usualTimeZones.find(({ value }) => value === timeZone)?.label;
  const day = rhythm === 'weekly' ? `Every ${weekdays[weekday - 1]}` : 'Every day';
  return `${day} at ${nameHour(hour)}, ${zone ?? timeZone.replaceAll('_', ' ')}`;
}
