import { Button } from '#app/ui/button.tsx';
import { Switch } from '#app/ui/choice.tsx';
import { Link } from '#app/ui/link.tsx';
import { timeAgo } from '#app/ui/when.ts';
import { describeAlert, pageOfAlert } from '#domain/alerts/alerts.ts';
import { AlertTimes } from './alert-times.tsx';
import type { OwnAlert } from './own-alerts.ts';

type AlertEntryProps = {
  alert: OwnAlert;
  onChange(wanted: Partial<OwnAlert>): void;
  onRemove(): void;
};

const kindNames = {
  jobs: 'New jobs',
  fit: 'From your profile',
  people: 'New candidates',
} as const;

/** One alert: what it looks for, when it is sent, and whether it is on. */
export function AlertEntry({ alert, onChange, onRemove }: AlertEntryProps) {
  const { kind, address, is_on, rhythm, sent_at } = alert;
  const search = describeAlert(kind, address);
  return (
    <li className="alert-entry">
      <div className="alert-entry-head">
        <div>
          <h3>
            <bdi>{search}</bdi>
          </h3>
          <p className="alert-entry-small">
            {kindNames[kind]}
            {'\u00a0· '}
            {sent_at ? `last sent ${timeAgo(sent_at)}` : 'nothing sent yet'}
          </p>
        </div>
        <Switch
          label={is_on ? 'On' : 'Off'}
          aria-label={`Send this alert: ${search}`}
          checked={is_on}
          onChange={({ target }) => onChange({ is_on: target.checked })}
        />
      </div>
      {is_on ? (
        <AlertTimes
          time={alert}
          isWeekly={rhythm === 'weekly'}
          onChange={(name, value) =>
            onChange({ [name]: name === 'hour' || name === 'weekday' ? Number(value) : value })
          }
        />
      ) : (
        <p>Nothing is sent while it is off. What appears in that time is not sent later.</p>
      )}
      {kind === 'people' && is_on && (
        <p className="alert-entry-small">It pauses while there is no membership.</p>
      )}
      <div className="alert-foot">
        {kind !== 'fit' && (
          <Link href={pageOfAlert(kind, address)}>
            See what it finds<span className="sr-only">: {search}</span>
          </Link>
        )}
        <Button variant="secondary" size="small" onClick={onRemove}>
          Remove<span className="sr-only">: {search}</span>
        </Button>
      </div>
    </li>
  );
}
