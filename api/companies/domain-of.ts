import mailServices from 'email-providers/all.json' with { type: 'json' };
import { parse } from 'tldts';

/** Why a web address cannot prove anything: it is no internet domain, a shared site, or a public mail service. */
type DomainFault = 'none' | 'shared' | 'mail';
export type OwnDomain = { domain: string; fault: null } | { domain: null; fault: DomainFault };

/** Mail services missing from the list, and sites where many companies have a page or an address each. */
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

/** The registrable domain of a web address, if it can belong to a single company. */
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
