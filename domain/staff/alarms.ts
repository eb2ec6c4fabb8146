import * as z from 'zod/mini';
import { counted, grouped } from '../text/grouped.ts';

/** What may go wrong, as staff are told: what it is, what to do, and where. */
type AlarmKind =
  | 'report'
  | 'webhook'
  | 'events'
  | 'twice'
  | 'stranger'
  | 'mail'
  | 'refused'
  | 'queue'
  | 'database'
  | 'surge'
  | 'disk'
  | 'clock'
  | 'backup'
  | 'changes'
  | 'files'
  | 'settings'
  | 'certificate'
  | 'failure'
  | 'test';

export type Alarm = {
  kind: AlarmKind;
  about: string;
  facts: Record<string, unknown>;
};

type Words = {
  /** Short enough for a subject line; `count` is how many of the kind there are at once. */
  title: (alarm: Alarm, count: number) => string;
  todo: string;
  /** Where to look: a path on this site. */
  path?: string | ((alarm: Pick<Alarm, 'about'>) => string);
};

const words: Record<AlarmKind, Words> = {
  report: {
    title: (_, count) => (count === 1 ? 'Something was reported' : `${count} things were reported`),
    todo: 'Look at it under Staff: hide it, ask, or release it.',
    path: '/staff/review',
  },
  webhook: {
    title: ({ facts }) =>
      facts.status === 400
        ? 'An event of the payment service had a signature that does not match'
        : 'An event of the payment service could not be taken',
    todo: 'Compare the signing secret of the endpoint in Stripe with STRIPE_WEBHOOK_SECRET, see that the server’s clock is right (an event counts for five minutes), and look at the log of the process. One event that does not match may be a stranger’s; Stripe sends its own again for three days.',
  },
  events: {
    title: ({ facts }) =>
      `${counted(countOf(facts.waiting), 'event of the payment service has', 'events of the payment service have')} waited for more than 15 minutes`,
    todo: 'Memberships may be out of date. Look at the state of Stripe, then at the failed tasks in the log of the process; `npm run reconcile` compares everything.',
  },
  twice: {
    title: () => 'Somebody is charged for two memberships at once',
    todo: 'The page of the membership lists both subscriptions. Cancel one of them in Stripe’s dashboard, to which the page leads, and refund its charge there or on the page. The alarm is over within an hour of that.',
    path: ({ about }) => `/staff/memberships?customer=${encodeURIComponent(about)}`,
  },
  stranger: {
    title: ({ about }) => `Somebody is charged, and has no membership here: ${about} at Stripe`,
    todo: 'Their account is gone, as it may be after an older backup was restored. Search for that number in Stripe’s dashboard, which has their name and address. Cancel the subscription there, refund what was charged since, and write to them: with an account they can subscribe again. The alarm is over within an hour of that.',
  },
  mail: {
    title: ({ facts }) =>
      `Emails are not going out: ${counted(countOf(facts.waiting), 'waits', 'wait')} after a failed try`,
    todo: 'Check the mail server: its state, SMTP_URL, its password, its quota. The emails are kept and tried again by themselves.',
  },
  refused: {
    title: ({ facts }) =>
      `Mail servers refuse our emails: ${numberOf(facts.refused)} of the last ${numberOf(facts.of)}`,
    todo: 'They are not sent again. Look at what the servers say: the sender may not be allowed (MAIL_FROM, SPF, DKIM), or be on a blocklist; ask whoever runs the mail server.',
    path: '/staff/mails',
  },
  queue: {
    title: ({ about, facts }) =>
      `The queue is stuck: ${counted(countOf(facts.waiting), `task of the lane “${about}” has`, `tasks of the lane “${about}” have`)} waited for more than 10 minutes`,
    todo: 'Look at the log of the processes and start them again one after the other. No task is lost.',
  },
  database: {
    title: () => 'The database cannot be reached',
    todo: 'Look at the database server: whether it runs, its disk, the network between, DATABASE_URL. The site goes on by itself when it is back.',
  },
  surge: {
    title: ({ about, facts }) =>
      `${numberOf(facts.count)} ${about} within an hour; usual at this hour: ${numberOf(facts.median)}`,
    todo: 'See who it is: a campaign of yours, or a wave of spam. Block the accounts, or close sign-up under Words for a while.',
    path: '/staff/people',
  },
  disk: {
    title: ({ about, facts }) =>
      facts.totalMb === undefined
        ? `The disk of ${about} is full`
        : `The disk of ${about} is filling up: ${megabytes(facts.freeMb)} of ${megabytes(facts.totalMb)} are free`,
    todo: 'Make room or take a larger disk. With none left nothing can be saved.',
  },
  clock: {
    title: ({ about, facts }) =>
      `The clock of ${about} is ${spanOf(facts.seconds)} ${countOf(facts.seconds) < 0 ? 'behind' : 'ahead of'} that of the database`,
    todo: 'One of the two is wrong: codes of a second step may be refused, events of the payment service turned away, and links, memberships and jobs may end early or late. Find out which (“timedatectl” on both machines) and have it set from the network (NTP). The site goes on by itself.',
  },
  backup: {
    title: ({ facts }) =>
      facts.last === undefined
        ? 'The file that BACKUP_STAMP_FILE names is not there'
        : `There has been no backup since ${String(facts.last)}`,
    todo: 'Run npm run backup on the server and read what it says: the place may be full, away or not writable. See that the nightly one runs (docs/backup.md), or the one that touches BACKUP_STAMP_FILE.',
    path: '/staff/launch',
  },
  changes: {
    title: ({ facts }) =>
      typeof facts.last === 'string'
        ? `Changes of the database have not been kept since ${facts.last.slice(0, 16).replace('T', ' ')} UTC`
        : 'Changes of the database are not kept',
    todo: 'The folder that DATABASE_ARCHIVE names may be full, away, or not writable; the log of PostgreSQL says which (DATA_DIR/postgres.log). Until it takes them again there is no way back to a minute, and the disk of the data fills up.',
  },
  files: {
    title: ({ about, facts }) =>
      about === 'away'
        ? 'The place of uploaded files cannot be reached'
        : about === 'closed'
          ? 'Nothing that people upload can be saved'
          : `Files that people uploaded are not there: ${numberOf(facts.missing)} of ${numberOf(facts.of)} that were looked for`,
    todo: 'Pictures and resumes cannot be opened, or no new ones are taken. Look whether the disk or the store is there, whether its key still holds, and whether the user of the site owns all of DATA_DIR/files. DATA_DIR or the FILES_S3_… settings may lead elsewhere than before: put them back, or bring the files there (docs/deploy.md, Several machines). Files that are lost are in a backup.',
  },
  settings: {
    title: ({ about, facts }) =>
      about === 'mail'
        ? 'No mail server is set: no email reaches anybody'
        : `The payment service is not set, and ${counted(countOf(facts.memberships), 'membership runs', 'memberships run')}`,
    todo: 'SMTP_URL, or the three settings of Stripe, are missing on the server: the line may have been lost. Put it back and start the site again. Emails from the time without it are not sent later; memberships are compared by themselves.',
    path: '/staff/launch',
  },
  certificate: {
    title: ({ facts: { ends } }) =>
      `The certificate of the site ${String(ends) < new Date().toISOString().slice(0, 10) ? 'expired' : 'expires'} on ${String(ends)}`,
    todo: 'From that day on, browsers turn everybody away. Caddy renews it by itself a month before, unless something is in its way: its log on the server says what (journalctl -u caddy). Most often the name leads elsewhere, or port 80 is closed. With nginx, renewing it is up to you.',
  },
  failure: {
    title: ({ facts }) =>
      `${facts.count === 1 ? 'Something' : `${numberOf(facts.count)} things`} failed by a fault of the site itself${facts.request ? `, last in the request ${String(facts.request)}` : ''}`,
    todo: 'Whoever asked for it read that something went wrong. There is nothing that you could put right: give this line to your developer, with the server’s log from that time (docs/deploy.md, Day by day), which has the reason under the same number. If it began with a new version, go back to the one before. The alarm is over after an hour without another fault.',
  },
  test: {
    title: () => 'This is a test: alarms reach you',
    todo: 'Nothing is wrong.',
    path: '/staff/alarms',
  },
};

/**
 * After a rollback there may be alarms of a kind that only the later version knows: they must not keep the others from
 * being sent.
 */
function wordsOf({ kind }: Pick<Alarm, 'kind'>): Words {
  const known: Partial<typeof words> = words;
  return (
    known[kind] ?? {
      title: () => `An alarm of a later version of the site: ${kind}`,
      todo: 'The docs of that version say what it means (docs/staff.md, Alarms and the digest).',
    }
  );
}

export type ToldAlarm = { title: string; todo: string; path?: string; isOver: boolean };
export type TakenAlarm = Alarm & { isNew: boolean; isOver: boolean };

/** All alarms to send at once, with several reports combined into one. Nothing in them was written by users. */
export function tellAlarms(alarms: readonly TakenAlarm[]): ToldAlarm[] {
  const groups = new Map<string, TakenAlarm[]>();
  for (const alarm of alarms) {
    const key = `${alarm.kind} ${alarm.kind === 'report' ? '' : alarm.about} ${alarm.isOver}`;
    groups.set(key, [...(groups.get(key) ?? []), alarm]);
  }
  return [...groups.values()].flatMap((group) => {
    const [alarm] = group;
    if (!alarm) return [];
    const { title } = wordsOf(alarm);
    const isTest = alarm.kind === 'test';
    return [
      {
        title: title(alarm, group.length),
        ...alarmHelp(alarm),
        isOver: alarm.isOver && !isTest,
      },
    ];
  });
}

/** What to do about it, and where. */
export function alarmHelp(alarm: Pick<Alarm, 'kind' | 'about'>): Pick<ToldAlarm, 'todo' | 'path'> {
  const { todo, path } = wordsOf(alarm);
  return { todo, ...(path && { path: typeof path === 'string' ? path : path(alarm) }) };
}

export function alarmTitle(alarm: Alarm): string {
  return wordsOf(alarm).title(alarm, 1);
}

function countOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

function numberOf(value: unknown): string {
  return grouped(countOf(value));
}

/** In the largest unit that still tells what to do. */
function spanOf(value: unknown): string {
  const seconds = Math.abs(countOf(value));
  if (seconds < 120) return counted(seconds, 'second', 'seconds');
  if (seconds < 7_200) return counted(Math.round(seconds / 60), 'minute', 'minutes');
  if (seconds < 172_800) return counted(Math.round(seconds / 3_600), 'hour', 'hours');
  return counted(Math.round(seconds / 86_400), 'day', 'days');
}

function megabytes(value: unknown): string {
  const mb = typeof value === 'number' ? value : 0;
  return mb < 1_000 ? `${Math.round(mb)} MB` : `${(mb / 1_000).toFixed(1)} GB`;
}

export type AlarmRow = Alarm & {
  id: string;
  began_at: string;
  told_at: string | null;
  over_at: string | null;
};

/** What a member is notified of, and, for owners, the host of the webhook that alarms go to besides email. */
export type Hearing = {
  alarms: boolean;
  digest: boolean;
  webhook: string | null;
  /** How many members get alarms by email. */
  hearing: number;
};

export const hearingSchema = z.object({ alarms: z.boolean(), digest: z.boolean() });

const webhook = z.string().check(
  // As stored: the URL parser normalizes the scheme and an international host.
  z.overwrite((text) => URL.parse(text.trim())?.href ?? text.trim()),
  z.maxLength(1_000, 'Use an address of at most 1,000 characters'),
  z.refine(isWebhook, 'Please paste the https address of the webhook'),
);

/** The webhook address from Slack or Teams, as the form sends it: an empty field does not remove the webhook. */
export const webhookFormSchema = z.object({ url: webhook });

/** The webhook as it is set. Empty removes it. */
export const alarmWebhookSchema = z.object({ url: z.union([z.literal(''), webhook]) });

function isWebhook(text: string): boolean {
  const url = URL.parse(text);
  return (
    url?.protocol === 'https:' && url.port === '' && url.username === '' && url.password === ''
  );
}
