import type { Database } from '#database/database.ts';
import { noteOfRequest } from '#database/request-notes.ts';
import { widerThan } from '../client.ts';
import type { ErrorCode } from '../errors.ts';
import { createLimiter, type Limiter, type Rate, refuse, short } from './limiter.ts';
import { type AttemptOptions, createTries, type Delay, type TryRules } from './tries.ts';

type RateLimit = Rate & {
  /** Whose count it is. An address with something behind a plus sign is the same box. */
  per: 'client' | 'person' | 'box';
  code: ErrorCode | ((key: string) => ErrorCode);
};

/** How often something may be asked for. A new limit is a line here, and `limits.take` where it counts. */
export const rates = {
  /** Letters to a mailbox, codes to a phone. */
  letterTo: { count: 1, seconds: 60, per: 'box', code: overSending },
  letterFrom: { count: 30, seconds: 3_600, per: 'client', code: 'over_email_send_rate_limit' },
  /** Of each kind. */
  notice: { count: 10, seconds: 3_600, per: 'box', code: 'over_email_send_rate_limit' },
  /** Of all kinds together, to an address that its owner has not confirmed. */
  noticeToUnproved: { count: 3, seconds: 86_400, per: 'box', code: 'over_email_send_rate_limit' },
  /** New accounts that need no letter. */
  account: { count: 30, seconds: 3_600, per: 'client', code: 'over_request_rate_limit' },
  token: { count: 150, seconds: 300, per: 'client', code: 'over_request_rate_limit' },
  /** The official client ends the session of whoever is refused here, and a hospital shares one address. */
  refresh: { count: 3_000, seconds: 300, per: 'client', code: 'over_request_rate_limit' },
  verification: { count: 30, seconds: 300, per: 'client', code: 'over_request_rate_limit' },
  /** Each that is made or removed tells the owner of the address, who may be somebody else. */
  passkey: { count: 20, seconds: 3_600, per: 'person', code: 'over_request_rate_limit' },
  report: { count: 10, seconds: 3_600, per: 'client', code: 'over_request_rate_limit' },
  /** Each makes a mail and reads a file; the guests of a library or a campus share an address. */
  guestApplication: { count: 20, seconds: 3_600, per: 'client', code: 'over_request_rate_limit' },
  guestApplicationTo: { count: 5, seconds: 86_400, per: 'box', code: 'over_email_send_rate_limit' },
  resume: { count: 20, seconds: 3_600, per: 'person', code: 'over_request_rate_limit' },
  click: { count: 60, seconds: 600, per: 'client', code: 'over_request_rate_limit' },
  confirmation: { count: 20, seconds: 3_600, per: 'person', code: 'over_email_send_rate_limit' },
  /** By whomever they are asked for. */
  confirmationTo: { count: 3, seconds: 3_600, per: 'box', code: 'over_email_send_rate_limit' },
  /** To an address that its owner has not confirmed. */
  confirmationToUnproved: {
    count: 3,
    seconds: 86_400,
    per: 'box',
    code: 'over_email_send_rate_limit',
  },
  exportByLink: { count: 30, seconds: 300, per: 'client', code: 'over_request_rate_limit' },
  /** Of credentials, by number. An employer looks at a pile of applications; nobody tries them all. */
  check: { count: 60, seconds: 300, per: 'client', code: 'over_request_rate_limit' },
  /** Drawing takes the processor for a moment. */
  credentialFile: { count: 60, seconds: 600, per: 'person', code: 'over_request_rate_limit' },
  /** Each change of a web address looks for proofs. */
  companyChange: { count: 20, seconds: 3_600, per: 'person', code: 'over_request_rate_limit' },
  /** Asks the DNS of a domain that somebody named. */
  companyRecord: { count: 20, seconds: 3_600, per: 'person', code: 'over_request_rate_limit' },
  renewal: { count: 30, seconds: 300, per: 'client', code: 'over_request_rate_limit' },
  /** Beyond it an answer of the last seconds stands, and nobody is refused. */
  membershipCheck: { count: 30, seconds: 300, per: 'person', code: 'too_many_payment_pages' },
  paymentPage: { count: 30, seconds: 300, per: 'person', code: 'too_many_payment_pages' },
} as const satisfies Record<string, RateLimit>;

/** In place of them where nobody is to be guarded against. */
export const wideRates = Object.fromEntries(
  Object.entries(rates).map(([name, { seconds }]) => [name, { count: 100_000, seconds }]),
);

/** How many wrong answers are free. A new one is a line here, and `limits.attempt` where it counts. */
export const waits = {
  /** Never forgotten, or one good account would buy its client free tries. */
  passwordOfClient: { free: 30, longest: 900, isForgiven: false },
  passwordOfAddress: { free: 10, longest: 60, isForgiven: true },
  /** Codes of letters, over all letters: each minute brings a new one with five tries. Its link works all the while. */
  codeOfAddress: { free: 10, longest: 900, isForgiven: true },
  codeOfPerson: { free: 10, longest: 900, isForgiven: true },
  /** Codes of a second factor, over all its challenges. */
  factorOfPerson: { free: 10, longest: 900, isForgiven: true },
} as const satisfies Record<string, TryRules>;

/** How many clients' shares all /64 of one /48 have together: a house and its neighbours, or one who has them all. */
const neighbours = 16;

/** Wrong answers are counted for so long. */
const day = { count: 86_400, seconds: 86_400 };

type RateName = keyof typeof rates;
type WaitName = keyof typeof waits;

/** Said by the site's owner in place of what the tables say. */
export type LimitSettings = Partial<Record<RateName, Rate> & Record<WaitName, Delay>>;

export type Limits = ReturnType<typeof createLimits>;

/** Counts in PostgreSQL, so that every process of the site counts together. */
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

  /** Whoever has a /48 is as many clients as they like: together they may take what some may. */
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

  return {
    /** Counts one more, or refuses. */
    take,

    /** Counts one less: what was taken was not used. */
    giveBack,

    /** Counts one more letter. One that may not go to its address yet does not count for who asks for it. */
    async takeLetter({ counted }: { counted: string }, address: string) {
      await take('letterFrom', counted);
      try {
        await take('letterTo', address);
      } catch (refusal) {
        await giveBack('letterFrom', counted);
        throw refusal;
      }
    },

    /** Runs work that checks a secret, unless somebody whose tries are counted must wait. */
    attempt: async <T, Row = never>(
      tries: readonly (readonly [WaitName, string])[],
      work: (rows: Row[]) => Promise<T | undefined>,
      {
        take: taken,
        ...options
      }: Omit<AttemptOptions, 'ask'> & {
        /** What is taken before all else, in the round trip that asks for the tries. */
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

/** Its boxes have names without dots, wherever somebody sets them. */
const isGmail = /^g(oogle)?mail\.com$/;
