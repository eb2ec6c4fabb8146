import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '#database/database.ts';
import { ApiError, type ErrorCode } from '../errors.ts';
import { sha256 } from './secrets.ts';

/** So many in so many seconds. */
export type Rate = { count: number; seconds: number };
/** After so many free tries each further one waits longer, up to so many seconds. */
export type Delay = { free: number; longest: number };

export type LimitSettings = {
  messagesPerAddress: Rate;
  messagesPerClient: Rate;
  refreshesPerClient: Rate;
  verificationsPerClient: Rate;
  passwordTriesPerAddress: Delay;
  passwordTriesPerClient: Delay;
  /** Codes of a second factor, over all its challenges. */
  factorTriesPerPerson: Delay;
};

export const usualLimits: LimitSettings = {
  messagesPerAddress: { count: 1, seconds: 60 },
  messagesPerClient: { count: 30, seconds: 3_600 },
  refreshesPerClient: { count: 150, seconds: 300 },
  verificationsPerClient: { count: 30, seconds: 300 },
  passwordTriesPerAddress: { free: 10, longest: 60 },
  passwordTriesPerClient: { free: 30, longest: 900 },
  factorTriesPerPerson: { free: 10, longest: 900 },
};

export type Limits = ReturnType<typeof createLimits>;

/** Counts in PostgreSQL, so that every process of the site counts together. */
export function createLimits(database: Database, settings: LimitSettings) {
  const storeClient = { query: database.query };
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
    refreshesPerClient: limiter('refresh', settings.refreshesPerClient),
    verificationsPerClient: limiter('verify', settings.verificationsPerClient),
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

  /** Counts a try before its outcome is known, so that a thousand at once are a thousand. */
  async function takeTry(
    kind: keyof typeof tries,
    key: string,
    code: ErrorCode = 'over_request_rate_limit',
  ) {
    const { consumedPoints } = await tries[kind].consume(short(key));
    const { free, longest } = settings[kind];
    const beyond = consumedPoints - free;
    if (beyond > 0) {
      const customDuration = Math.min(2 ** Math.min(beyond - 1, 20), longest);
      await waits.consume(`${kind}:${short(key)}`, 1, { customDuration }).catch(async (refusal) => {
        // A refused try must not make the next wait longer, or anybody could lock a person out.
        await tries[kind].reward(short(key));
        refuse(refusal, code);
      });
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
    takeRefresh: (client: string) => take('refreshesPerClient', client, 'over_request_rate_limit'),
    takeVerification: (client: string) =>
      take('verificationsPerClient', client, 'over_request_rate_limit'),

    /** Throws while a delay runs; otherwise `succeeded` must be called when the password was right. */
    async passwordTry(address: string, client: string) {
      // One after the other: a client that must wait does not count against the address.
      await takeTry('passwordTriesPerClient', client);
      await takeTry('passwordTriesPerAddress', address);
      return {
        // Only this try is forgiven the client, or one good account would reset its count.
        succeeded: () =>
          Promise.all([
            tries.passwordTriesPerAddress.delete(short(address)),
            tries.passwordTriesPerClient.reward(short(client)),
          ]),
      };
    },

    async factorTry(userId: string, code?: ErrorCode) {
      await takeTry('factorTriesPerPerson', userId, code);
      return { succeeded: () => tries.factorTriesPerPerson.delete(short(userId)) };
    },
  };
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
