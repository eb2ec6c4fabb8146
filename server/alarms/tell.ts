import { site } from '#domain/site/brand.ts';
import { type TakenAlarm, type ToldAlarm, tellAlarms } from '#domain/staff/alarms.ts';
import type { Logger } from '../logger.ts';
import type { Mailer } from '../outside/mailer.ts';
import type { PostToWebhook } from '../outside/post-to-webhook.ts';
import type { MailModule } from '../queue/lanes.ts';

/** Who receives alarms, as last known. */
export type Receivers = { addresses: readonly string[]; webhook: string | null };

/** True if somebody received it, or nobody wants to. */
export type Tell = (
  alarms: readonly TakenAlarm[],
  receivers: Receivers,
  note?: string,
) => Promise<boolean>;

/** Sent straight from this process, because the queue or the database may be what is broken. */
export function createTell({
  mailer,
  postToWebhook,
  loadMail,
  siteUrl,
  postalAddress,
  logger,
}: {
  mailer: Mailer;
  postToWebhook: PostToWebhook;
  loadMail: () => Promise<MailModule>;
  siteUrl: string;
  postalAddress: string | undefined;
  logger: Pick<Logger, 'error' | 'warn'>;
}): Tell {
  async function mail(to: string, alarms: ToldAlarm[], note: string | undefined) {
    const { renderMail } = await loadMail();
    const brand = { ...site, siteUrl, postalAddress: site.postalAddress || postalAddress };
    const rendered = await renderMail(
      { kind: 'staff-alarm', to, alarms, ...(note && { note }) },
      brand,
    );
    const sending = await mailer.send({ to, lane: 'urgent', ...rendered });
    if (sending.kind === 'refused') throw new Error(sending.reason);
  }

  return async function tell(taken, { addresses, webhook }, note) {
    const alarms = tellAlarms(taken);
    for (const { title, isOver } of alarms) {
      logger.error({ alarm: title, isOver, note }, isOver ? 'an alarm is over' : 'an alarm');
    }
    const ways = addresses.map((to) => mail(to, alarms, note));
    if (webhook) ways.push(postToWebhook(webhook, asText(alarms, siteUrl, note)));
    const outcomes = await Promise.allSettled(ways);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') {
        const { message } = outcome.reason;
        logger.warn({ reason: message }, 'an alarm did not reach somebody');
      }
    }
    return ways.length === 0 || outcomes.some(({ status }) => status === 'fulfilled');
  };
}

function asText(alarms: readonly ToldAlarm[], siteUrl: string, note = ''): string {
  const lines = alarms.map(({ title, todo, path, isOver }) =>
    isOver ? `Over: ${title}` : `${title}\n${todo}${path ? `\n${siteUrl}${path}` : ''}`,
  );
  return [`${site.name}:`, ...lines, note].filter(Boolean).join('\n');
}
