import { parse } from 'tldts';
import { site } from '#domain/site/brand.ts';
import { callsItselfUs } from '#domain/site/own-name.ts';

/**
 * A name that somebody gave themselves, as our mails may write it. One that speaks as we do, or that a reader of mail
 * makes a link of, would lend our mail to whoever chose it. `own`: a domain that its bearer has proved.
 */
export function safeName(name: string, instead: string, own?: string): string {
  return callsItselfUs(name, site.name) || holdsWebAddress(name, own) ? instead : name;
}

/** What a mail calls a posting to an address that others gave: whoever reads it may have asked for nothing. */
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

/** Programs that show mail make a link of a scheme, of www, of a mailbox, and of whatever ends as a domain does. */
function holdsWebAddress(name: string, own?: string): boolean {
  // Dots that look like one; what cannot be seen splits nothing.
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
