import type { createTransport, Transporter } from 'nodemailer';
import type { Lane } from '#api/subject.ts';
import { demoDomains } from '#database/seed/demo-content.ts';
import type { RenderedMail, Sending } from '#mail/mail.ts';
import type { Outbox } from './outbox.ts';
import { isRefusal } from './refusal.ts';
import { senderOf } from './sender.ts';

type OutgoingMail = RenderedMail & {
  to: string;
  headers?: Record<string, string>;
  /** The same for every try of one mail, so that the receiver sees one mail however often it is sent. */
  messageId?: string | undefined;
  /** Each lane has connections of its own. */
  lane?: Lane;
};
export type Mailer = {
  /** Throws if another try may succeed. */
  send(mail: OutgoingMail): Promise<Sending>;
  /** Closes the connections; mails that the server has not answered by now fail. */
  close(): Promise<void>;
};

/** How long the server may be silent, and how long one mail may take in all, in milliseconds. */
const patience = 10_000;
const longest = 30_000;
/** What servers usually accept on one connection. */
const mailsPerConnection = 1_000;

/** Sends by SMTP if a server is set, and into the local outbox otherwise. */
export function createMailer(
  settings: { smtpUrl: string | undefined; from?: string | undefined; connections?: number },
  outbox: Outbox,
): Mailer {
  if (!settings.smtpUrl) {
    return {
      async send({ to, subject, html, text, messageId }) {
        await outbox.put({ channel: 'mail', recipient: to, subject, html, text }, messageId);
        return { kind: 'sent' };
      },
      async close() {},
    };
  }
  const { smtpUrl: url, from, connections: maxConnections = 4 } = settings;
  const underWay = new Set<AbortController>();
  let isClosing = false;
  let hasTakenOurs = false;
  const pools = new Map<Lane, Transporter>();

  async function poolFor(lane: Lane): Promise<Transporter> {
    const { createTransport } = await import('nodemailer');
    const pool = pools.get(lane) ?? openPool(createTransport);
    pools.set(lane, pool);
    return pool;
  }

  function openPool(create: typeof createTransport): Transporter {
    return create({
      url,
      // The password never goes over a plain connection, even if somebody in between hides that
      // there is TLS. Options in the URL itself take precedence.
      requireTLS: hasPassword(url),
      tls: { rejectUnauthorized: demandsTls(url) },
      pool: true,
      maxConnections,
      maxMessages: mailsPerConnection,
      connectionTimeout: patience,
      greetingTimeout: patience,
      socketTimeout: patience,
      dnsTimeout: patience,
    });
  }

  /**
   * Composed completely before it is sent: streamed to the socket in pieces, each piece would cost
   * as much as the whole mail.
   */
  async function compose({ headers, ...mail }: Omit<OutgoingMail, 'lane'>) {
    const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
    const composed = new MailComposer({
      ...mail,
      from: senderOf(from),
      // Gmail and others ask for it; it also prevents out-of-office replies.
      headers: { 'auto-submitted': 'auto-generated', ...headers },
    }).compile();
    return { envelope: composed.getEnvelope(), raw: await composed.build() };
  }

  return {
    async send({ lane = 'mail', ...mail }) {
      if (!oneMailbox.test(mail.to)) return { kind: 'refused', reason: 'This is not one address.' };
      if (isOfDemo(mail.to)) return { kind: 'refused', reason: 'This is a demo address.' };
      const pool = await poolFor(lane);
      const composed = await compose(mail);
      // A server that answers byte by byte never triggers the silence timeout.
      const sending = new AbortController();
      const end = setTimeout(() => sending.abort(new Error('The mail took too long.')), longest);
      underWay.add(sending);
      if (isClosing) sending.abort(stopped());
      try {
        const { response } = await pool.sendMail({ ...composed, signal: sending.signal });
        hasTakenOurs = true;
        return { kind: 'sent', answer: response };
      } catch (error) {
        if (!isRefusal(error, hasTakenOurs)) throw error;
        return { kind: 'refused', reason: error.response.replaceAll(mail.to, '(address)') };
      } finally {
        clearTimeout(end);
        underWay.delete(sending);
      }
    },
    async close() {
      isClosing = true;
      for (const sending of underWay) sending.abort(stopped());
      for (const pool of pools.values()) pool.close();
    },
  };
}

function hasPassword(url: string): boolean {
  return Boolean(URL.parse(url)?.password);
}

/**
 * Where a mail would go without TLS, it may as well go with an untrusted certificate, such as the one Debian makes for
 * every mail server: whoever can present a false certificate could just as well hide TLS.
 */
function demandsTls(url: string): boolean {
  const asked = URL.parse(url)?.searchParams.get('requireTLS');
  return url.startsWith('smtps:') || (asked ? asked !== 'false' : hasPassword(url));
}

const stopped = () => new Error('The site stops; the mail is tried again later.');

/**
 * In a mail header, “x,ada@people.example” and “(x)ada@people.example” both reach Ada. Limits that
 * count mails per mailbox compare the text, and would take these for different mailboxes.
 */
const oneMailbox = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/;

function isOfDemo(address: string): boolean {
  return demoDomains.some((domain) => address.toLowerCase().endsWith(`@${domain}`));
}
