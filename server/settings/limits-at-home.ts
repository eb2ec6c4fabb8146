import { describeAddress, inUrl, isOfThisMachine } from './site-address.ts';

/** In place of the usual limits; what is set, stays. */
const wide = {
  AUTH_LIMIT_LETTERS_PER_ADDRESS: '100/60',
  AUTH_LIMIT_LETTERS_PER_CLIENT: '100000/3600',
  AUTH_LIMIT_TOKENS: '100000/300',
  AUTH_LIMIT_REFRESHES: '100000/300',
  AUTH_LIMIT_VERIFICATIONS: '100000/300',
  AUTH_LIMIT_PASSWORDS_PER_CLIENT: '100000/900',
  AUTH_COMMON_PASSWORDS: 'taken',
  JOBS_UNCONFIRMED_LIVE: '1000',
  JOBS_PER_DAY: '100000',
  OTHER_LIMITS: 'wide',
};

type Given = { [name: string]: string | undefined };

/**
 * Where only this machine uses the site and its mail stays here, there is no mailbox and no stranger to guard against:
 * whoever tries it out, or tests it, is one client with many people. What the site says of its address keeps nobody out
 * who reaches it under another, so it must not be listening to others either.
 */
export function limitsAtHome(given: Given): Partial<typeof wide> {
  const host = given.HOST ?? '127.0.0.1';
  const { isLocal } = describeAddress({
    host,
    port: Number(given.PORT ?? 3000),
    givenSiteUrl: given.SITE_URL,
    hasProxy: given.TRUST_PROXY === 'true',
  });
  const isAlone = isLocal && isOfThisMachine(`http://${inUrl(host)}`);
  const sends = given.SMTP_URL || given.TWILIO_ACCOUNT_SID;
  return isAlone && !given.DATABASE_URL && !sends ? wide : {};
}
