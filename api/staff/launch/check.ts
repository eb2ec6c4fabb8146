import type { Database } from '#database/database.ts';
import { firstStatedPrice, type MembershipPrice, statedAs } from '#domain/membership/price.ts';
import type { Work } from '../../subject.ts';
import type { StaffTasks } from '../tasks.ts';
import { findFaultOfOffer, isWebhookRegistered } from './ask-stripe.ts';
import { type Facts, type Found, isTooOld, judge } from './judge.ts';
import { withAdvice } from './mail-advice.ts';
import { tellOfCertificate } from './tell-of-certificate.ts';
import { tellOfChanges } from './tell-of-changes.ts';
import { tellOfSettings } from './tell-of-settings.ts';

type Known = Pick<Facts, 'confirmed' | 'kept'> & {
  last_event: Date | null;
  waiting_events: number;
};

/** Checks everything that can be checked, and stores what it found. */
export async function checkLaunch(work: Work, { seen }: StaffTasks['check-launch']) {
  const { database, setUp, postalAddress } = work;
  const known = await readKnown(database);
  const backup = await setUp.readLastBackup();
  const now = new Date();
  const points = judge({
    ...setUp,
    postalAddress,
    disk: await setUp.readDisk().catch(() => undefined),
    backup,
    isBackupBesideData: await setUp.isBackupBesideData(),
    demoContent: await setUp.countDemoContent(),
    placeholders: await setUp.findPlaceholders(),
    confirmed: known.confirmed,
    kept: known.kept,
    seen: seen ?? undefined,
    isRegistered: await isWebhookRegistered(work),
    faultOfOffer: await findFaultOfOffer(work),
    lastEvent: known.last_event ?? undefined,
    waitingEvents: known.waiting_events,
    prices: await readPrices(database),
    now,
  });
  await writePoints(database, points, true);
  if (backup) await tellOfBackup(database, backup, now);
  await tellOfChanges(database);
  await tellOfSettings(database, setUp);
  await tellOfCertificate(database, setUp, now);
}

/**
 * Backups that stop give no sign themselves. If there never was one, nobody relies on it yet; but somebody who named
 * the file of another program's backups does.
 */
async function tellOfBackup(database: Database, backup: Date | 'no such file', now: Date) {
  const isLost = backup === 'no such file';
  await database.asService.query(
    isLost || isTooOld(backup, now)
      ? {
          text: `select staff.note_alarm('backup', '', $1)`,
          values: [JSON.stringify(isLost ? {} : { last: backup.toISOString().slice(0, 10) })],
        }
      : { text: `select staff.end_alarm('backup', '')` },
  );
}

/** Sends one email now, and records the mail server's answer. A trial is not retried. */
export async function sendLaunchMail(
  { database, setUp, sendMail }: Work,
  { to }: StaffTasks['launch-mail'],
) {
  const sending = await sendMail({ kind: 'launch-mail', to }).catch((error: unknown) => ({
    kind: 'failed' as const,
    reason: error instanceof Error ? error.message : String(error),
  }));
  const now = new Date().toISOString();
  const at = `${now.slice(0, 10)} at ${now.slice(11, 16)} UTC`;
  const said = (words: string) => words.replaceAll(to, '(address)').trim();
  const point = (state: Found['state'], found: string) => ({ name: 'mail-trial', state, found });
  const result =
    sending.kind === 'refused'
      ? point('red', `On ${at} the mail server refused it. ${withAdvice(said(sending.reason))}`)
      : sending.kind === 'failed'
        ? point('red', `On ${at} it did not leave. ${withAdvice(said(sending.reason))}`)
        : setUp.hasMailServer
          ? point('good', `On ${at} the mail server said: ${said(sending.answer ?? 'taken')}`)
          : point('red', 'It landed in the outbox of this machine, because no mail server is set.');
  await writePoints(database, [result], false);
}

async function readKnown(database: Database): Promise<Known> {
  const { rows } = await database.asService.query<Known>({
    text: 'select last_event, waiting_events::float8, kept, confirmed from staff.launch_facts()',
  });
  return rows[0] ?? { last_event: null, waiting_events: 0, kept: {}, confirmed: [] };
}

async function readPrices(database: Database): Promise<Facts['prices']> {
  const { rows } = await database.asService.query<{
    stated: number | null;
    charged: MembershipPrice | null;
  }>({ text: 'select private.stated_price() as stated, private.charged_price() as charged' });
  const { stated, charged } = rows[0] ?? { stated: null, charged: null };
  return { stated: statedAs(stated ?? firstStatedPrice), charged: charged ?? undefined };
}

async function writePoints(database: Database, points: Found[], isAll: boolean) {
  await database.asService.query({
    text: 'select staff.write_launch_points($1, $2)',
    values: [JSON.stringify(points), isAll],
  });
}
