import type { Lane } from '#api/subject.ts';
import { subjects } from '#api/subjects.ts';
import type { Database } from '#database/database.ts';
import type { Logger } from '../logger.ts';
import { createMailer } from '../outside/mailer.ts';
import { createOutbox } from '../outside/outbox.ts';
import { createWebhookPost } from '../outside/post-to-webhook.ts';
import type { MailModule } from '../queue/lanes.ts';
import type { Config } from '../settings/config.ts';
import { withWords } from '../words/scope.ts';
import type { SiteWords } from '../words/site-words.ts';
import { watchSpaceOf } from './free-space.ts';
import { createTell } from './tell.ts';
import { type Alarms, createAlarms, type LaneTasks } from './watch.ts';

/** The alarms of one process, with a connection of their own to the mail server. */
export function openAlarms({
  config,
  database,
  logger,
  loadMail,
  words,
}: {
  config: Pick<Config, 'mail' | 'siteUrl' | 'dataDir'>;
  database: Database;
  logger: Logger;
  loadMail: () => Promise<MailModule>;
  /** What staff last published, as this process last read it. */
  words: SiteWords;
}): Alarms {
  const mailer = createMailer({ ...config.mail, connections: 1 }, createOutbox(database));
  const tell = createTell({
    mailer,
    postToWebhook: createWebhookPost(),
    loadMail,
    siteUrl: config.siteUrl,
    postalAddress: config.mail.postalAddress,
    logger,
  });
  const alarms = createAlarms({
    database,
    tell: (...told) => withWords(words.now().words, () => tell(...told)),
    freeSpace: watchSpaceOf(config.dataDir),
    lanes: lanesOf(subjects),
    logger,
  });
  return {
    ...alarms,
    async stop() {
      // What the mail server has not accepted by now is sent by another process, or after the next
      // start.
      await Promise.all([mailer.close(), alarms.stop()]);
    },
  };
}

export function lanesOf(all: typeof subjects): LaneTasks[] {
  const lanes = new Map<Lane, string[]>();
  for (const { tasks } of all) {
    for (const [name, { lane }] of Object.entries(tasks)) {
      lanes.set(lane, [...(lanes.get(lane) ?? []), name]);
    }
  }
  return [...lanes].map(([lane, tasks]) => ({ lane, tasks, isMail: lane !== 'background' }));
}
