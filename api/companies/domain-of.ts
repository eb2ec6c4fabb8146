import mailServices from 'email-providers/all.json' with { type: 'json' };
import { parse } from 'tldts';

/** Why a web address can prove nothing: no name of the internet, a place among others, or anybody's mailbox. */
type DomainFault = 'none' | 'shared' | 'mail';
export type OwnDomain = { domain: string; fault: null } | { domain: null; fault: DomainFault };

/** Mail services that the list does not have, and sites on which many companies have a page or an address each. */
const moreMail = [
  'duck.com',
  'fastmail.com',
  'fastmail.fm',
  'posteo.de',
  'mailbox.org',
  'tuta.com',
  'tutamail.com',
];
const sharedSites = [
  'about.me',
  'facebook.com',
  'glassdoor.com',
  'google.com',
  'indeed.com',
  'instagram.com',
  'linkedin.com',
  'linktr.ee',
  'medium.com',
  'notion.so',
  'substack.com',
  'tiktok.com',
  'twitter.com',
  'x.com',
  'youtube.com',
  'zocdoc.com',
];
const ofMail = new Set<string>([...mailServices, ...moreMail]);
const shared = new Set<string>(sharedSites);

/** The domain that somebody registered for the site at a web address, if it can stand for one company. */
export function domainOf(webAddress: string): OwnDomain {
  const { domain, isIp, isPrivate } = parse(webAddress, { allowPrivateDomains: true });
  if (isPrivate) return { domain: null, fault: 'shared' };
  if (!domain || isIp) return { domain: null, fault: 'none' };
  // As mail and DNS write it.
  const ascii = new URL(`http://${domain}`).hostname;
  if (ofMail.has(ascii)) return { domain: null, fault: 'mail' };
  if (shared.has(ascii)) return { domain: null, fault: 'shared' };
  return { domain: ascii, fault: null };
}
