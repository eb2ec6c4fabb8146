import { describeAddress, inUrl, isOfThisMachine } from './site-address.ts';

/** Used in place of the usual limits, unless a setting says otherwise. */
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
 * If only this machine uses the site and its mail stays here, there are no mailboxes and no
 * strangers to protect against: whoever tries or tests it is one client with many people. A
 * configured address keeps nobody out who can reach the site under another one, so it must not
 * listen to others either.
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
