import type { DataClient } from '#app/data/data.server.ts';
import { statusOfFailure } from '#app/data/failed.ts';
import { emailSchema } from '#domain/account/account.ts';
import { alertTimesSchema } from '#domain/alerts/alert-schemas.ts';
import { filtersOf } from '#domain/alerts/alerts.ts';
import { writeJobSearch } from '#domain/finding/job-search.ts';
import type { AlertTime } from './alert-times.tsx';
import { conditionsOf } from './conditions.ts';
import { unknownPlace } from './unknown-place.ts';

/** The consent text under the visitors' form; a new text is a new row of private.alert_consents. */
export const consentVersion = 1;
export const consentText =
  'By pressing Save alert you agree to receive email about new jobs that match this search. You can stop it at any time.';

/** What was entered comes back with the refusal. */
export type AlertRefusal = { message: string; field: string; email: string; time: AlertTime };

/** Passes the visitors' form on. Returns what is wrong, if anything. */
export async function askForAlert(
  client: DataClient,
  params: URLSearchParams,
  form: FormData,
  clientAddress: string,
): Promise<{ refusal: AlertRefusal; status: number } | undefined> {
  const read = (name: string, most = 60) => String(form.get(name) ?? '').slice(0, most);
  const email = read('email', 300);
  const time = {
    rhythm: read('rhythm'),
    weekday: Number(read('weekday')),
    hour: Number(read('hour')),
    time_zone: read('time_zone'),
  };
  const refuse = (message: string, status: number, field = '') => ({
    refusal: { message, field, email, time },
    status,
  });
  const address = emailSchema.safeParse({ email });
  if (!address.success) {
    return refuse(address.error.issues[0]?.message ?? 'Please enter a valid email', 422, 'email');
  }
  const times = alertTimesSchema.safeParse(Object.fromEntries(form));
  if (!times.success) return refuse('Choose when the alert comes.', 422);
  const written = writeJobSearch(filtersOf(params)).toString();
  const conditions = await conditionsOf(client, 'jobs', written);
  if (!conditions) return refuse(unknownPlace, 422);
  const { data, error, status } = await client
    .rpc('ask_for_alert', {
      mailbox: address.data.email,
      consent_version: consentVersion,
      conditions,
      address: written,
      ...times.data,
    })
    .setHeader('x-client-address', clientAddress);
  if (error?.code === 'PT400') return refuse(error.message, 400);
  if (error) {
    return refuse(
      'That did not work, and the fault is ours. Please try again in a moment.',
      statusOfFailure(status),
    );
  }
  if (!data) {
    return refuse('There were too many requests from your network. Please try again later.', 429);
  }
  return undefined;
}
