import { openData } from '#app/data/open-data.ts';
import { Field } from '#app/ui/field.tsx';
import { Select } from '#app/ui/select.tsx';
import { useLoading } from '#app/ui/use-loading.ts';
import { useQuickChanges } from '#app/ui/use-quick-changes.ts';
import { useTell } from './use-tell.ts';

type Settings = { mails: string; hour: number; time_zone: string };

const unset: Settings = { mails: 'digest', hour: 8, time_zone: 'America/New_York' };
const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`,
}));

/** When emails about new applications are sent. */
export function MailSettings({ userId }: { userId: string }) {
  const tell = useTell();
  const { state, change } = useLoading(readSettings, { key: userId });
  const settings = state.data;
  const make = useQuickChanges(settings, change);
  if (!settings) return null;
  // A browser that does not know its time zone gives none, or an unusable one.
  const own = (Intl.DateTimeFormat().resolvedOptions().timeZone ?? '').replace('Etc/Unknown', '');

  const write = (wanted: Partial<Settings>) =>
    make(
      (now) => ({ ...now, ...wanted }),
      async () => {
        const isDone = await tell(async (client) => {
          const { error } = await client
            .from('application_mail_settings')
            .upsert({ ...wanted, user_id: userId });
          if (error) throw error;
        });
        if (!isDone) throw new Error('It was not kept, and is told.');
      },
    ).catch(() => {});

  return (
    <div className="inbox-filters-main">
      <Field label="Emails about new applications">
        <Select
          value={settings.mails}
          options={[
            { value: 'digest', label: 'Once a day' },
            { value: 'at-once', label: 'At once' },
            { value: 'off', label: 'None' },
          ]}
          onChange={(event) => write({ mails: event.target.value })}
        />
      </Field>
      {settings.mails === 'digest' && (
        <>
          <Field label="At">
            <Select
              value={String(settings.hour)}
              options={hours}
              onChange={(event) => write({ hour: Number(event.target.value) })}
            />
          </Field>
          <Field label="Time zone">
            <Select
              value={settings.time_zone}
              options={[...new Set([settings.time_zone, own || unset.time_zone, unset.time_zone])]}
              onChange={(event) => write({ time_zone: event.target.value })}
            />
          </Field>
        </>
      )}
    </div>
  );
}

async function readSettings(): Promise<Settings> {
  const client = await openData();
  const { data, error } = await client
    .from('application_mail_settings')
    .select('mails, hour, time_zone')
    .maybeSingle();
  if (error) throw error;
  return data ?? unset;
}
