import { parse } from 'tldts';
import { site } from '#domain/site/brand.ts';
import { callsItselfUs } from '#domain/site/own-name.ts';

/**
 * A name that somebody chose for themselves, as our emails may show it. A name that sounds like us, or that email
 * programs turn into a link, would let anybody use our email for their purposes. `own` is a domain that its bearer has
 * proved.
 */
export function safeName(name: string, instead: string, own?: string): string {
  return callsItselfUs(name, site.name) || holdsWebAddress(name, own) ? instead : name;
}

/**
 * How an email refers to a posting if somebody else entered the recipient's address: they may not have asked for
 * anything.
 */
export function safePosting<Job extends { title: string; company: string }>(
  job: Job,
  domain?: string | null,
): Job {
  return {
    ...job,
    title: safeName(job.title, 'A job on our board', domain ?? undefined),
    company: safeName(job.company, 'A company', domain ?? undefined),
  };
}

const cuts = [
  /[^\p{L}\p{M}\p{N}.-]+/u,
  // An emoji may be a part of a domain, or stand beside one.
  /[\s"'“”‘’()[\]{}<>,;:|/?#]+/,
];

/**
 * Mail programs make links of schemes, www, mailboxes, and anything that ends like a domain, whatever stands around it:
 * "see:evil.com!".
 */
function holdsWebAddress(name: string, own?: string): boolean {
  // Characters that look like dots count as dots.
  const plain = name.normalize('NFKC').replace(/[。．｡․]/g, '.');
  // Programs ignore invisible characters, or end a link there; a mark over a letter may be part of a domain, or end one.
  const views = [
    plain.replace(/\p{Cf}/gu, ''),
    plain.replace(/\p{Cf}/gu, ' '),
    plain.replace(/[\p{Cf}\p{M}]/gu, ' '),
  ]
    // No host has an empty part, nor one that begins or ends with a hyphen; a link ends there, or begins behind it.
    .map((view) => view.replace(/[.-]{2,}/g, (run) => (run.includes('.') ? ' ' : run)));
  return views.some(
    (view) =>
      /:\/\/|@/.test(view) ||
      cuts.some((cut) => view.split(cut).some((word) => isHost(word.toLowerCase(), own))),
  );
}

function isHost(word: string, own?: string): boolean {
  if (word.startsWith('www.')) return true;
  const host = word.replace(/^[.-]+|(?<![.-])[.-]+$/g, '');
  if (!host.includes('.')) return false;
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(host)) return true;
  const { domain, isIcann } = parse(host);
  return Boolean(domain && isIcann) && domain !== own;
}
