import type { Transporter } from 'nodemailer';
import type { Outbox } from './outbox.ts';

export type Mail = {
  to: string;
  subject: string;
  html: string;
  text: string;
  headers?: Record<string, string>;
};
export type Mailer = { send(mail: Mail): Promise<void>; close(): Promise<void> };

/** Sends by SMTP when a server is set, and into the local outbox otherwise. */
export function createMailer(
  settings: { smtpUrl: string | undefined; from: string },
  outbox: Outbox,
): Mailer {
  if (!settings.smtpUrl) {
    return {
      send: ({ to, subject, html, text }) =>
        outbox.put({ channel: 'mail', recipient: to, subject, html, text }),
      async close() {},
    };
  }
  const { smtpUrl, from } = settings;
  let transport: Promise<Transporter> | undefined;
  async function connect() {
    const { createTransport } = await import('nodemailer');
    // Asked for by Gmail and others; keeps answers of holiday machines away.
    return createTransport(smtpUrl, { from, headers: { 'auto-submitted': 'auto-generated' } });
  }
  return {
    async send(mail) {
      transport ??= connect();
      await (await transport).sendMail(mail);
    },
    async close() {
      (await transport)?.close();
    },
  };
}
