import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '#database/database.ts';
import { ApiError, type ErrorCode } from './errors.ts';
import { sha256 } from './secrets.ts';

/** So many in so many seconds. */
export type Rate = { count: number; seconds: number };
/** After so many free tries each further one waits longer, up to so many seconds. */
type Delay = { free: number; longest: number };

export type LimitSettings = {
  messagesPerAddress: Rate;
  messagesPerClient: Rate;
  tokensPerClient: Rate;
  verificationsPerClient: Rate;
  passwordTriesPerAddress: Delay;
  passwordTriesPerClient: Delay;
  /** Codes of a second factor, over all its challenges. */
  factorTriesPerPerson: Delay;
  reportsPerClient: Rate;
  clicksPerClient: Rate;
  confirmationsPerPerson: Rate;
  confirmationsPerContact: Rate;
  /** Of postings, to an address that its owner has not confirmed. */
  confirmationsPerUnproved: Rate;
  renewalsPerClient: Rate;
  paymentPagesPerPerson: Rate;
};

export const usualLimits: LimitSettings = {
  messagesPerAddress: { count: 1, seconds: 60 },
  messagesPerClient: { count: 30, seconds: 3_600 },
  tokensPerClient: { count: 150, seconds: 300 },
  verificationsPerClient: { count: 30, seconds: 300 },
  passwordTriesPerAddress: { free: 10, longest: 60 },
  passwordTriesPerClient: { free: 30, longest: 900 },
  factorTriesPerPerson: { free: 10, longest: 900 },
  reportsPerClient: { count: 10, seconds: 3_600 },
  clicksPerClient: { count: 60, seconds: 600 },
  confirmationsPerPerson: { count: 20, seconds: 3_600 },
  confirmationsPerContact: { count: 3, seconds: 3_600 },
  confirmationsPerUnproved: { count: 3, seconds: 86_400 },
  renewalsPerClient: { count: 30, seconds: 300 },
  paymentPagesPerPerson: { count: 30, seconds: 300 },
};

export type Limits = ReturnType<typeof createLimits>;

/** Counts in PostgreSQL, so that every process of the site counts together. */
export function createLimits(database: Database, settings: LimitSettings) {
  const storeClient = { query: database.asService.query };
  const limiter = (keyPrefix: string, { count, seconds }: Rate) =>
    new RateLimiterPostgres({
      storeClient,
      storeType: 'client',
      schemaName: 'auth',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false, // a job does it once for all processes
      keyPrefix,
      points: count,
      duration: seconds,
    });

  const rates = {
    messagesPerAddress: limiter('message-address', settings.messagesPerAddress),
    messagesPerClient: limiter('message-client', settings.messagesPerClient),
    tokensPerClient: limiter('token', settings.tokensPerClient),
    verificationsPerClient: limiter('verify', settings.verificationsPerClient),
    reportsPerClient: limiter('report', settings.reportsPerClient),
    clicksPerClient: limiter('click', settings.clicksPerClient),
    confirmationsPerPerson: limiter('confirmation', settings.confirmationsPerPerson),
    confirmationsPerContact: limiter('confirmation-contact', settings.confirmationsPerContact),
    confirmationsPerUnproved: limiter('confirmation-unproved', settings.confirmationsPerUnproved),
    renewalsPerClient: limiter('renewal', settings.renewalsPerClient),
    paymentPagesPerPerson: limiter('payment', settings.paymentPagesPerPerson),
  };
  const day = 86_400;
  const tries = {
    passwordTriesPerAddress: limiter('password-address', { count: day, seconds: day }),
    passwordTriesPerClient: limiter('password-client', { count: day, seconds: day }),
    factorTriesPerPerson: limiter('factor', { count: day, seconds: day }),
  };
  const waits = limiter('try-wait', { count: 1, seconds: 1 });

  async function take(rate: keyof typeof rates, key: string, code: ErrorCode) {
    await rates[rate].consume(short(key)).catch((refusal) => refuse(refusal, code));
  }

  /** Tries under way in this process: a thousand at the same moment are a thousand. */
  const underWay = new Map<string, number>();

  type Kind = keyof typeof tries;
  const nameOf = (kind: Kind, key: string) => tries[kind].getKey(short(key));

  /** The wrong answers so far, of several keys in one question: each sign-in asks this. */
  async function countWrong(names: readonly string[]): Promise<Map<string, number>> {
    const { rows } = await database.asService.query<{ key: string; points: number }>({
      name: 'wrong-tries',
      text: `select key, points from auth.rate_limits
        where key = any ($1) and (expire is null or expire > $2)`,
      values: [names, Date.now()],
    });
    return new Map(rows.map(({ key, points }) => [key, points]));
  }

  /**
   * Waits are for wrong answers only, which are counted once they are known; until then a try counts
   * as wrong. A refused try does not lengthen the wait, or anybody could lock a person out.
   * An answer of undefined was wrong.
   */
  async function attempt<T>(
    asked: readonly { kind: Kind; key: string; isForgiven: boolean }[],
    code: ErrorCode,
    work: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const counted = asked.map(({ kind, key, isForgiven }) => {
      const name = nameOf(kind, key);
      const others = underWay.get(name) ?? 0;
      underWay.set(name, others + 1);
      return { kind, key: short(key), name, others, isForgiven };
    });
    try {
      const wrong = await countWrong(counted.map(({ name }) => name));
      for (const { kind, name, others } of counted) {
        const { free, longest } = settings[kind];
        const beyond = (wrong.get(name) ?? 0) + others + 1 - free;
        if (beyond <= 0) continue;
        const customDuration = Math.min(2 ** Math.min(beyond - 1, 20), longest);
        await waits.consume(name, 1, { customDuration }).catch((no) => refuse(no, code));
      }
      const answer = await work();
      const after = counted.map(async ({ kind, key, name, isForgiven }) => {
        if (answer === undefined) await tries[kind].penalty(key);
        else if (isForgiven && wrong.has(name)) await tries[kind].delete(key);
      });
      await Promise.all(after);
      return answer;
    } finally {
      for (const { name } of counted) {
        const left = (underWay.get(name) ?? 1) - 1;
        if (left > 0) underWay.set(name, left);
        else underWay.delete(name);
      }
    }
  }

  return {
    takeMessageTo: (address: string) =>
      take(
        'messagesPerAddress',
        address,
        address.includes('@') ? 'over_email_send_rate_limit' : 'over_sms_send_rate_limit',
      ),
    takeMessageFrom: (client: string) =>
      take('messagesPerClient', client, 'over_email_send_rate_limit'),
    takeToken: (client: string) => take('tokensPerClient', client, 'over_request_rate_limit'),
    takeVerification: (client: string) =>
      take('verificationsPerClient', client, 'over_request_rate_limit'),
    takeReport: (client: string) => take('reportsPerClient', client, 'over_request_rate_limit'),
    takeClick: (client: string) => take('clicksPerClient', client, 'over_request_rate_limit'),
    takeConfirmation: (person: string) =>
      take('confirmationsPerPerson', person, 'over_email_send_rate_limit'),
    /** By whomever they are asked for. */
    takeConfirmationTo: (address: string) =>
      take('confirmationsPerContact', boxOf(address), 'over_email_send_rate_limit'),
    takeConfirmationToUnproved: (address: string) =>
      take('confirmationsPerUnproved', boxOf(address), 'over_email_send_rate_limit'),
    takeRenewal: (client: string) => take('renewalsPerClient', client, 'over_request_rate_limit'),
    takePaymentPage: (person: string) =>
      take('paymentPagesPerPerson', person, 'too_many_payment_pages'),

    /** Runs work that checks a password, unless its address or client must wait. */
    checkPassword: <T>(address: string, client: string, work: () => Promise<T | undefined>) =>
      attempt(
        [
          // A client's count is never forgotten, or one good account would buy it free tries.
          { kind: 'passwordTriesPerClient', key: client, isForgiven: false },
          { kind: 'passwordTriesPerAddress', key: address, isForgiven: true },
        ],
        'over_request_rate_limit',
        work,
      ),

    /** Runs work that checks a code of a second factor, unless the person must wait. */
    checkFactor: <T>(
      userId: string,
      work: () => Promise<T | undefined>,
      code: ErrorCode = 'over_request_rate_limit',
    ) => attempt([{ kind: 'factorTriesPerPerson', key: userId, isForgiven: true }], code, work),
  };
}

/** What follows a plus sign is the same box. */
function boxOf(address: string): string {
  return address.toLowerCase().replace(/\+[^@]*(?=@)/, '');
}

/** Addresses of people do not stand in the table of counters. */
function short(key: string): string {
  return sha256(key).slice(0, 32);
}

function refuse(refusal: unknown, code: ErrorCode): never {
  if (!(refusal instanceof RateLimiterRes)) throw refusal;
  const retryAfter = Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
  const message = code.endsWith('_send_rate_limit')
    ? `For security purposes, you can only request this after ${retryAfter} seconds.`
    : undefined;
  throw new ApiError(code, message, undefined, { retryAfter });
}
