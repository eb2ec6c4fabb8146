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

/** Mail programs make links of schemes, www, mailboxes, and anything that ends like a domain. */
function holdsWebAddress(name: string, own?: string): boolean {
  // Characters that look like dots count as dots, and invisible ones are removed.
  const plain = name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[。．｡․]/g, '.');
  return plain.split(/[\s"'“”‘’()[\]{}<>,;|]+/).some((word) => {
    if (/:\/\/|^www\.|@/i.test(word)) return true;
    const host =
      word
        .toLowerCase()
        .split(/[/?#:]/)[0]
        ?.replace(/^\.+|(?<!\.)\.+$/g, '') ?? '';
    if (!host.includes('.')) return false;
    if (/^\d{1,3}(\.\d{1,3}){3}$/.test(host)) return true;
    const { domain, isIcann } = parse(host);
    return Boolean(domain && isIcann) && domain !== own;
  });
}
