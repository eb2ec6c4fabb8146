import { areSamePrice, type MembershipPrice, priceInWords } from '#domain/membership/price.ts';
import { isNobodys } from '#domain/site/nobodys-domain.ts';
import type { PointState } from '#domain/staff/launch.ts';
import { counted } from '#domain/text/grouped.ts';
import type { Placeholder, SetUp } from '../../running.ts';

export type Found = { name: string; state: PointState; found: string };

/** What the viewer's request revealed about the proxies in front of the site. */
export type Seen = {
  host?: string | undefined;
  forwardedHost?: string | undefined;
  forwardedProto?: string | undefined;
  forwardedFor?: boolean | undefined;
};

export type Facts = Pick<
  SetUp,
  | 'isReached'
  | 'siteUrl'
  | 'hasAddress'
  | 'isHttps'
  | 'trustsProxy'
  | 'hasMailServer'
  | 'mailFrom'
  | 'payments'
  | 'missingKeys'
  | 'hasOwnDatabase'
> & {
  postalAddress: string | undefined;
  disk: { free: number; total: number } | undefined;
  backup: Date | 'no such file' | undefined;
  isBackupBesideData: boolean;
  demoContent: number | undefined;
  placeholders: readonly Placeholder[];
  /** Points that an owner has confirmed. */
  confirmed: readonly string[];
  /** Earlier findings, where only a viewer's request can renew them. */
  kept: Readonly<Record<string, Omit<Found, 'name'>>>;
  seen: Seen | undefined;
  /** Whether Stripe knows our webhook; undefined if we may not look. */
  isRegistered: boolean | undefined;
  /** Why nobody can subscribe. */
  faultOfOffer: string | undefined;
  lastEvent: Date | undefined;
  waitingEvents: number;
  /** The price that owners state on the pages, and the one that Stripe charges, once that has been read. */
  prices: { stated: MembershipPrice; charged: MembershipPrice | undefined };
  now: Date;
};

/** Judges every point that the site checks itself, based on what was found. */
export function judge(facts: Facts): Found[] {
  return [
    address(facts),
    proxy(facts),
    found('mail-server', facts.hasMailServer, 'SMTP_URL is set.', 'SMTP_URL is not set.'),
    found(
      'mail-sender',
      !isNobodys(facts.mailFrom.replace(/^.*@|>$/g, '')),
      `They come from ${facts.mailFrom}.`,
      `They would come from ${facts.mailFrom}, which is a placeholder.`,
    ),
    keptOr(facts, 'mail-trial', 'Nobody has tried yet.'),
    found('postal-address', Boolean(facts.postalAddress), `${facts.postalAddress}`, 'None is set.'),
    payments(facts),
    webhook(facts),
    price(facts),
    backups(facts),
    demoContent(facts),
    found(
      'keys',
      facts.missingKeys.length === 0 || facts.confirmed.includes('keys'),
      facts.missingKeys.length === 0
        ? 'All of them are set.'
        : 'They lie in the data folder, which an owner confirmed.',
      `${facts.missingKeys.join(', ')} not set: the ones in use lie in the data folder and go with it.`,
    ),
    disk(facts),
    ...facts.placeholders.map(({ name, isThere, found: words }) =>
      found(name, !isThere || facts.confirmed.includes(name), replaced(isThere), words),
    ),
  ];
}

const replaced = (isThere: boolean) => (isThere ? 'An owner confirmed it.' : 'It was replaced.');

function found(name: string, isGood: boolean, good: string, red: string): Found {
  return { name, state: isGood ? 'good' : 'red', found: isGood ? good : red };
}

function unknown(name: string, words: string): Found {
  return { name, state: 'unknown', found: words };
}

function keptOr({ kept }: Facts, name: string, otherwise: string): Found {
  const known = kept[name];
  return known ? { name, ...known } : unknown(name, otherwise);
}

function address({ hasAddress, isHttps, siteUrl, isReached }: Facts): Found {
  if (!hasAddress) return found('address', false, '', 'SITE_URL is not set.');
  if (!isHttps) return found('address', false, '', `${siteUrl} has no https.`);
  return found('address', isReached, siteUrl, `${siteUrl} leads to this machine.`);
}

/** What only a request can show: sent from a screen, it comes through everything in front of the site. */
function proxy(facts: Facts): Found {
  const { seen, siteUrl, trustsProxy } = facts;
  if (!seen) return keptOr(facts, 'proxy', 'Not known until somebody presses “Check again”.');
  const host = seen.forwardedHost ?? seen.host;
  const wanted = new URL(siteUrl).host;
  const { forwardedProto: proto } = seen;
  const red = (words: string) => found('proxy', false, '', words);
  if (proto && proto !== 'https') return red(`The proxy says that you came by ${proto}.`);
  if (host !== wanted) return red(`You came to ${host ?? 'no host'}, and SITE_URL says ${wanted}.`);
  if (seen.forwardedFor && !trustsProxy)
    return red('There is a proxy, and TRUST_PROXY is not set: all visitors count as one client.');
  if (!seen.forwardedFor && trustsProxy)
    return red('TRUST_PROXY is set, and the proxy does not say whom it speaks for.');
  if (!proto) return unknown('proxy', `You came to ${host}; nothing says whether by https.`);
  return found('proxy', true, `You came to ${host} by ${proto}.`, '');
}

function price({ payments: kind, prices: { stated, charged }, faultOfOffer: fault }: Facts): Found {
  // A price read before the key was removed is no longer charged.
  if (kind === 'off') return found('price', false, '', 'Stripe is not set up.');
  if (fault) return found('price', false, '', `${fault}: nobody can subscribe.`);
  const say = (price: MembershipPrice) => Object.values(priceInWords(price)).join(' ');
  if (!charged) return unknown('price', `Stripe has not been asked yet; pages say ${say(stated)}.`);
  return found(
    'price',
    areSamePrice(stated, charged),
    `${say(charged)}.`,
    `You state ${say(stated)}, and Stripe charges ${say(charged)}. Pages show what Stripe charges.`,
  );
}

function payments({ payments: kind }: Facts): Found {
  const words = {
    live: 'The key is one of live mode.',
    test: 'The key is one of test mode: nobody is charged.',
    sandbox: 'This is the sandbox of the site: nobody is charged.',
    off: 'No key is set: nobody can subscribe.',
  } as const;
  return found('payments', kind === 'live', words[kind], words[kind]);
}

function webhook({
  payments: kind,
  siteUrl,
  isRegistered,
  lastEvent,
  waitingEvents,
}: Facts): Found {
  if (kind === 'off') return found('webhook', false, '', 'Stripe is not set up.');
  const last = lastEvent ? `The last event came ${when(lastEvent)}.` : 'No event has come yet.';
  if (isRegistered === false)
    return found('webhook', false, '', `Stripe does not know ${siteUrl}${webhookPath}. ${last}`);
  if (waitingEvents > 0)
    return found(
      'webhook',
      false,
      '',
      `${counted(waitingEvents, 'event has', 'events have')} waited for a quarter of an hour. ${last}`,
    );
  if (lastEvent) return found('webhook', true, last, '');
  return unknown(
    'webhook',
    isRegistered
      ? `It is registered. ${last}`
      : `The key does not let the site see whether Stripe knows ${siteUrl}${webhookPath}. ${last}`,
  );
}

export const webhookPath = '/functions/v1/stripe-webhook';

const oldest = 48 * 3_600_000;
export const isTooOld = (backup: Date, now: Date): boolean =>
  now.getTime() - backup.getTime() >= oldest;
const besideData =
  ' It is on the same disk as the data, and would be lost with it. Set BACKUP_TO to another disk or a bucket; if it is set to one already, check that the disk is mounted.';

function backups({ backup, isBackupBesideData, confirmed, now }: Facts): Found {
  if (backup === 'no such file')
    return found('backups', false, '', 'BACKUP_STAMP_FILE names a file that is not there.');
  if (backup)
    return found(
      'backups',
      !isTooOld(backup, now),
      `The last one ended ${when(backup)}.${isBackupBesideData ? besideData : ''}`,
      `The last one ended ${when(backup)}, which is too long ago.`,
    );
  return found(
    'backups',
    confirmed.includes('backups'),
    'An owner confirmed it; the site cannot see them.',
    'The site knows of none.',
  );
}

function demoContent({ demoContent: count }: Facts): Found {
  if (count === undefined) return found('demo-content', true, 'There never was any here.', '');
  return found(
    'demo-content',
    count === 0,
    'It is gone.',
    `${count} people, jobs and profiles are there.`,
  );
}

const gigabyte = 1024 ** 3;

function disk({ disk: room, hasOwnDatabase }: Facts): Found {
  if (!room) return unknown('disk', 'The system does not say.');
  const { free, total } = room;
  const words = `${(free / gigabyte).toFixed(1)} of ${(total / gigabyte).toFixed(1)} GB are free.`;
  const rest = hasOwnDatabase ? '' : ' How much room the database has, its server knows.';
  return found('disk', free > gigabyte && free > total / 20, words + rest, words);
}

/** To the minute, in UTC. */
function when(date: Date): string {
  return `on ${date.toISOString().slice(0, 10)} at ${date.toISOString().slice(11, 16)} UTC`;
}
