import { useSyncExternalStore } from 'react';
import { Field } from '#app/ui/field.tsx';
import { Select } from '#app/ui/select.tsx';
import { nameHour, usualTime, usualTimeZones, weekdays } from '#domain/alerts/alerts.ts';

export type AlertTime = { rhythm: string; weekday: number; hour: number; time_zone: string };

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: nameHour(hour),
}));
const days = weekdays.map((label, nth) => ({ value: String(nth + 1), label }));
const rhythmOptions = [
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Once a week' },
];

/** How often an alert is sent, and when. Without script the day is always shown, and applies only to weekly ones. */
export function AlertTimes({
  time = usualTime,
  isNew = false,
  isWeekly,
  onChange,
}: {
  time?: AlertTime;
  /** Then the browser's own time zone is preselected. */
  isNew?: boolean;
  /** If unknown, the day is always shown. */
  isWeekly?: boolean;
  onChange?(name: keyof AlertTime, value: string): void;
}) {
  const own = useOwnTimeZone();
  const zone = isNew && own ? own : time.time_zone;
  const known = usualTimeZones.map(({ value }): string => value);
  const others = [...new Set([zone, own])].filter((each) => each && !known.includes(each));
  const control = (name: keyof AlertTime, value: string) =>
    onChange
      ? {
          value,
          onChange: (event: { target: { value: string } }) => onChange(name, event.target.value),
        }
      : { defaultValue: value, name };
  return (
    <div className="alert-times">
      <Field label="How often">
        <Select {...control('rhythm', time.rhythm)} options={rhythmOptions} />
      </Field>
      {isWeekly !== false && (
        <Field label={isWeekly ? 'Day' : 'Day, if once a week'}>
          <Select {...control('weekday', String(time.weekday))} options={days} />
        </Field>
      )}
      <Field label="At">
        <Select {...control('hour', String(time.hour))} options={hours} />
      </Field>
      <Field label="Time zone">
        <Select
          key={zone}
          {...control('time_zone', zone)}
          options={[
            ...usualTimeZones,
            ...others
              .map((each) => each.replaceAll('_', ' '))
              .map((label, nth) => ({ value: others[nth] ?? '', label })),
          ]}
        />
      </Field>
    </div>
  );
}

const never = () => () => {};

/** Empty on the server, during hydration, and on a machine whose time zone the browser does not know. */
function useOwnTimeZone(): string {
  return useSyncExternalStore(
    never,
    () => (Intl.DateTimeFormat().resolvedOptions().timeZone ?? '').replace('Etc/Unknown', ''),
    () => '',
  );
}
