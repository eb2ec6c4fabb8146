import type { Database } from '#database/database.ts';
import { noteOfRequest } from '#database/request-notes.ts';
import { widerThan } from '../client.ts';
import type { ErrorCode } from '../errors.ts';
import { createLimiter, type Limiter, type Rate, refuse, short } from './limiter.ts';
import { type AttemptOptions, createTries, type Delay, type TryRules } from './tries.ts';

type RateLimit = Rate & {
  /** What the limit counts by. An address with a plus suffix is the same mailbox. */
  per: 'client' | 'person' | 'box' | 'client and box';
  code: ErrorCode | ((key: string) => ErrorCode);
};

/** How often each of these may be requested. A new limit needs a line here, and `limits.take` where it counts. */
export const rates = {
  /** Letters to a mailbox, codes to a phone. */
  letterTo: { count: 1, seconds: 60, per: 'box', code: overSending },
  letterFrom: { count: 30, seconds: 3_600, per: 'client', code: 'over_email_send_rate_limit' },
  /** A stranger's letters to a mailbox come to an end, while its owner can still request one from elsewhere. */
  letterFromTo: { count: 5, seconds: 3_600, per: 'client and box', code: overSending },
  /** For each kind of notice. */
  notice: { count: 10, seconds: 3_600, per: 'box', code: 'over_email_send_rate_limit' },
  /** For all kinds together, to an address that its owner has not confirmed. */
  noticeToUnproved: { count: 3, seconds: 86_400, per: 'box', code: 'over_email_send_rate_limit' },
  /** New accounts that need no confirmation letter. */
  account: { count: 30, seconds: 3_600, per: 'client', code: 'over_request_rate_limit' },
  token: { count: 150, seconds: 300, per: 'client', code: 'over_request_rate_limit' },
  /**
   * High, because the official client ends the session if a refresh is refused, and a hospital may share one address.
   */
  refresh: { count: 3_000, seconds: 300, per: 'client', code: 'over_request_rate_limit' },
  verification: { count: 30, seconds: 300, per: 'client', code: 'over_request_rate_limit' },
  /** Each addition or removal sends a notice to the address's owner, who may be somebody else. */
  passkey: { count: 20, seconds: 3_600, per: 'person', code: 'over_request_rate_limit' },
  report: { count: 10, seconds: 3_600, per: 'client', code: 'over_request_rate_limit' },
  /** Each causes an email and reads a file; guests in a library or on a campus share an address. */
  guestApplication: { count: 20, seconds: 3_600, per: 'client', code: 'over_request_rate_limit' },
  guestApplicationTo: { count: 5, seconds: 86_400, per: 'box', code: 'over_email_send_rate_limit' },
  resume: { count: 20, seconds: 3_600, per: 'person', code: 'over_request_rate_limit' },
  click: { count: 60, seconds: 600, per: 'client', code: 'over_request_rate_limit' },
  confirmation: { count: 20, seconds: 3_600, per: 'person', code: 'over_email_send_rate_limit' },
  /** Whoever requests them. */
  confirmationTo: { count: 3, seconds: 3_600, per: 'box', code: 'over_email_send_rate_limit' },
  /** To an address that its owner has not confirmed. */
  confirmationToUnproved: {
    count: 3,
    seconds: 86_400,
    per: 'box',
    code: 'over_email_send_rate_limit',
  },
  exportByLink: { count: 30, seconds: 300, per: 'client', code: 'over_request_rate_limit' },
  /**
   * Checks of a credential's number. High enough for an employer with a pile of applications, too low to guess
   * numbers.
   */
  check: { count: 60, seconds: 300, per: 'client', code: 'over_request_rate_limit' },
  /** Rendering takes some CPU time. */
  credentialFile: { count: 60, seconds: 600, per: 'person', code: 'over_request_rate_limit' },
  /** Each change of a web address starts a search for proofs. */
  companyChange: { count: 20, seconds: 3_600, per: 'person', code: 'over_request_rate_limit' },
  /** Queries the DNS for a domain that somebody else chose. */
  companyRecord: { count: 20, seconds: 3_600, per: 'person', code: 'over_request_rate_limit' },
  renewal: { count: 30, seconds: 300, per: 'client', code: 'over_request_rate_limit' },
  /** Above it, a stored answer a few seconds old is used, and nobody is refused. */
  membershipCheck: { count: 30, seconds: 300, per: 'person', code: 'too_many_payment_pages' },
  paymentPage: { count: 30, seconds: 300, per: 'person', code: 'too_many_payment_pages' },
} as const satisfies Record<string, RateLimit>;

/** Replaces these limits where there is nobody to guard against. */
export const wideRates = Object.fromEntries(
  Object.entries(rates).map(([name, { seconds }]) => [name, { count: 100_000, seconds }]),
);

/** How many wrong answers are free. A new entry needs a line here, and `limits.attempt` where it counts. */
export const waits = {
  /** Never forgiven, or signing in to an account of one's own would buy free attempts at others. */
  passwordOfClient: { free: 30, longest: 900, isForgiven: false },
  passwordOfAddress: { free: 10, longest: 60, isForgiven: true },
  /**
   * Codes in letters, over all letters: each minute allows a new one with five attempts. The link in it always works.
   */
  codeOfAddress: { free: 10, longest: 900, isForgiven: true },
  codeOfPerson: { free: 10, longest: 900, isForgiven: true },
  /** Codes of a second factor, over all of its challenges. */
  factorOfPerson: { free: 10, longest: 900, isForgiven: true },
} as const satisfies Record<string, TryRules>;

/**
 * How many clients' shares all the /64 networks of one /48 have together: a building with its neighbors, or one owner
 * of all of them.
 */
const neighbours = 16;

/** How long wrong answers count. */
const day = { count: 86_400, seconds: 86_400 };

type RateName = keyof typeof rates;
type WaitName = keyof typeof waits;

/** The site owner's settings, which override the tables. */
export type LimitSettings = Partial<Record<RateName, Rate> & Record<WaitName, Delay>>;

export type Limits = ReturnType<typeof createLimits>;

/** Counts in PostgreSQL, so that all processes of the site share the counters. */
export function createLimits(database: Database, settings: LimitSettings) {
  const limiters = new Map<string, Limiter>();
  const attempt = createTries(database);

  function limiterFor(kind: string, rate: Rate): Limiter {
    const limiter = limiters.get(kind) ?? createLimiter(database, kind, rate);
    limiters.set(kind, limiter);
    return limiter;
  }

  const limiterOf = (kind: RateName) => limiterFor(kind, settings[kind] ?? rates[kind]);

  function countedKey(kind: RateName, key: string): string {
    return short(rates[kind].per === 'box' ? boxOf(key) : key);
  }

  async function counting<T>(
    kind: RateName,
    key: string,
    count: (limiter: Limiter, key: string) => Promise<T>,
  ): Promise<T> {
    const { code }: RateLimit = rates[kind];
    return count(limiterOf(kind), countedKey(kind, key)).catch((refusal) => {
      noteOfRequest({ limit: kind });
      return refuse(refusal, typeof code === 'string' ? code : code(key));
    });
  }

  async function take(kind: RateName, key: string) {
    await counting(kind, key, (limiter, counted) => limiter.consume(counted));
    await takeWider(kind, key);
  }

  const widerLimiterOf = (kind: RateName) => {
    const { count, seconds } = settings[kind] ?? rates[kind];
    return limiterFor(`${kind}-around`, { count: count * neighbours, seconds });
  };

  /** Anybody with a /48 can appear as any number of clients, so together those get only a few clients' shares. */
  async function takeWider(kind: RateName, key: string) {
    const wider = rates[kind].per === 'client' ? widerThan(key) : undefined;
    if (!wider) return;
    await counting(kind, key, () => widerLimiterOf(kind).consume(short(wider)));
  }

  async function giveBack(kind: RateName, key: string) {
    await limiterOf(kind).reward(countedKey(kind, key), 1);
    const wider = rates[kind].per === 'client' ? widerThan(key) : undefined;
    if (wider) await widerLimiterOf(kind).reward(short(wider), 1);
  }

  /** One after the other: if one refuses, none of them counts. */
  async function takeAll(shares: readonly (readonly [RateName, string])[]) {
    for (const [place, share] of shares.entries()) {
      try {
        await take(...share);
      } catch (refusal) {
        for (const taken of shares.slice(0, place)) await giveBack(...taken);
        throw refusal;
      }
    }
  }

  return {
    /** Counts one more, or refuses. */
    take,

    /** Counts one less, because what was taken was not used. */
    giveBack,

    /**
     * Counts one more letter. One that may not go to its address, or not yet, does not count for the client. What a
     * client has used up for a mailbox is asked first, or it could keep the owner waiting by being refused.
     */
    async takeLetter({ counted }: { counted: string }, address: string) {
      await takeAll([
        ['letterFrom', counted],
        ['letterFromTo', `${widerThan(counted) ?? counted} ${boxOf(address)}`],
        ['letterTo', address],
      ]);
    },

    /** Runs work that checks a secret, unless an earlier attempt under one of its keys imposes a wait. */
    attempt: async <T, Row = never>(
      tries: readonly (readonly [WaitName, string])[],
      work: (rows: Row[]) => Promise<T | undefined>,
      {
        take: taken,
        ...options
      }: Omit<AttemptOptions, 'ask'> & {
        /** A limit to take first, in the round trip that reads the attempts. */
        take?: readonly [RateName, string] | undefined;
      } = {},
    ) => {
      if (taken) await takeWider(...taken);
      return attempt(
        tries.flatMap(([kind, key]) => {
          const rules = { ...waits[kind], ...settings[kind], kind, limiter: limiterFor(kind, day) };
          const wider = kind === 'passwordOfClient' ? widerThan(key) : undefined;
          const around = wider && { ...rules, free: rules.free * neighbours, key: wider };
          return [{ ...rules, key }, ...(around ? [around] : [])];
        }),
        work,
        taken
          ? {
              ...options,
              ask: (questions) =>
                counting(...taken, (limiter, key) => limiter.consumeBeside(key, questions)),
            }
          : options,
      );
    },
  };
}

function overSending(address: string): ErrorCode {
  return address.includes('@') ? 'over_email_send_rate_limit' : 'over_sms_send_rate_limit';
}

function boxOf(address: string): string {
  const [written = '', host] = address.toLowerCase().split('@');
  if (!host) return written;
  const name = written.replace(/\+.*$/, '');
  return isGmail.test(host) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`;
}

/** Gmail ignores dots in mailbox names. */
const isGmail = /^g(oogle)?mail\.com$/;
