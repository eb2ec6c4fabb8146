import type { Transporter } from 'nodemailer';
import { demoDomains } from '#database/seed/demo-content.ts';
import type { Sending } from '#mail/mail.ts';
import type { Outbox } from './outbox.ts';

type Mail = {
  to: string;
  subject: string;
  html: string;
  text: string;
  headers?: Record<string, string>;
  /** Somebody waits for it: it has connections of its own. */
  isUrgent?: boolean;
};
export type Mailer = {
  /** Throws what another try may mend. */
  send(mail: Mail): Promise<Sending>;
  /** Ends the connections; what the server has not answered by now fails. */
  close(): Promise<void>;
};

/** How long the server may be silent, and how long one message may take in all, in milliseconds. */
const patience = 10_000;
const longest = 30_000;
/** What a server is usually content to take over one connection. */
const messagesPerConnection = 1_000;

/** Sends by SMTP when a server is set, and into the local outbox otherwise. */
export function createMailer(
  settings: { smtpUrl: string | undefined; from: string; connections?: number },
  outbox: Outbox,
): Mailer {
  if (!settings.smtpUrl) {
    return {
      async send({ to, subject, html, text }) {
        await outbox.put({ channel: 'mail', recipient: to, subject, html, text });
        return { kind: 'sent' };
      },
      async close() {},
    };
  }
  const { smtpUrl: url, from, connections: maxConnections = 4 } = settings;
  const closing = new AbortController();
  const pools = new Map<boolean, Promise<Transporter>>();

  async function openPool(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer');
    return createTransport(
      {
        url,
        pool: true,
        maxConnections,
        maxMessages: messagesPerConnection,
        connectionTimeout: patience,
        greetingTimeout: patience,
        socketTimeout: patience,
        dnsTimeout: patience,
      },
      // Asked for by Gmail and others; keeps answers of holiday machines away.
      { from, headers: { 'auto-submitted': 'auto-generated' } },
    );
  }

  function poolFor(isUrgent: boolean): Promise<Transporter> {
    const pool = pools.get(isUrgent) ?? openPool();
    pools.set(isUrgent, pool);
    return pool;
  }

  return {
    async send({ isUrgent = false, ...mail }) {
      if (isOfDemo(mail.to)) return { kind: 'refused', reason: 'This is a demo address.' };
      const pool = await poolFor(isUrgent);
      // A server that answers letter by letter is never silent for long.
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(longest)]);
      try {
        await pool.sendMail({ ...mail, signal });
        return { kind: 'sent' };
      } catch (error) {
        if (!isRefusal(error)) throw error;
        return { kind: 'refused', reason: error.response.replaceAll(mail.to, '(address)') };
      }
    },
    async close() {
      closing.abort(new Error('The site stops; the message is tried again later.'));
      for (const pool of pools.values()) (await pool).close();
    },
  };
}

function isOfDemo(address: string): boolean {
  return demoDomains.some((domain) => address.toLowerCase().endsWith(`@${domain}`));
}

type Refusal = { response: string; responseCode: number; command: string };

/** A refused sender or password is a wrong setting, which somebody may put right. */
function isRefusal(error: unknown): error is Refusal {
  const { response, responseCode, command } = error as Partial<Refusal>;
  const isFinal = typeof responseCode === 'number' && responseCode >= 500;
  return isFinal && typeof response === 'string' && (command === 'RCPT TO' || command === 'DATA');
}
