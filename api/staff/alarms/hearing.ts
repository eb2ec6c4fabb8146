import { z } from 'zod';
import { alarmWebhookSchema, type Hearing, hearingSchema } from '#domain/staff/alarms.ts';
import { staffAct, staffLook } from '../as-staff.ts';

type OwnHearing = {
  hears_alarms: boolean;
  hears_digest: boolean;
  webhook: string | null;
  hearing: number;
};

/** What notifications the person gets; an owner also sees the webhook's host, but nobody its URL. */
export const hearing = staffLook<object, Hearing>({
  minimum: 'viewer',
  input: z.object({}),
  async read({ session }) {
    const { rows } = await session.query<OwnHearing>({
      text: 'select hears_alarms, hears_digest, webhook, hearing::int from staff.own_hearing()',
    });
    const [own] = rows;
    return {
      alarms: own?.hears_alarms ?? false,
      digest: own?.hears_digest ?? false,
      webhook: own?.webhook ?? null,
      hearing: own?.hearing ?? 0,
    };
  },
});

export const setHearing = staffAct('set-hearing', {
  input: hearingSchema,
  async run({ session, input: { alarms, digest }, person }) {
    const { rows } = await session.query<{ alarms: boolean; digest: boolean }>({
      text: `select hears_alarms as alarms, hears_digest as digest
        from staff.set_own_hearing($1, $2)`,
      values: [alarms, digest],
    });
    return {
      entry: {
        subject: { kind: 'person', id: person },
        before: rows[0],
        after: { alarms, digest },
      },
    };
  },
});

/** The log contains only the host: anybody who knows the URL can post in the channel. */
export const setAlarmWebhook = staffAct('set-alarm-webhook', {
  input: alarmWebhookSchema,
  async run({ session, input: { url } }) {
    const { rows } = await session.query<{ url: string }>({
      text: 'select url from staff.alarm_webhook',
    });
    await session.query(
      url
        ? {
            text: `insert into staff.alarm_webhook (url) values ($1)
              on conflict (is_one) do update set url = excluded.url`,
            values: [url],
          }
        : { text: 'delete from staff.alarm_webhook' },
    );
    const before = rows[0] && { host: URL.parse(rows[0].url)?.host };
    return { entry: { before, after: { host: url ? new URL(url).host : null } } };
  },
});

/** Takes the same path as every alarm: the process that checks next reports it. */
export const tryAlarm = staffAct('try-alarm', {
  input: z.object({}),
  async run({ session }) {
    await session.query({ text: 'select staff.try_alarm()' });
    return { entry: {} };
  },
});
