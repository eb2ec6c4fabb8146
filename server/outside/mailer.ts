import nodemailer from 'nodemailer';
import type { Outbox } from './outbox.ts';

export type Mail = {
  to: string;
  subject: string;
  html: string;
  text: string;
  headers?: Record<string, string>;
};
export type Mailer = { send(mail: Mail): Promise<void>; close(): void };

/** Sends by SMTP when a server is set, and into the local outbox otherwise. */
export function createMailer(
  settings: { smtpUrl: string | undefined; from: string },
  outbox: Outbox,
): Mailer {
  if (!settings.smtpUrl) {
    return {
      send: ({ to, subject, html, text }) =>
        outbox.put({ channel: 'mail', recipient: to, subject, html, text }),
      close() {},
    };
  }
  const transport = nodemailer.createTransport(settings.smtpUrl, {
    from: settings.from,
    // Asked for by Gmail and others; keeps answers of holiday machines away.
    headers: { 'auto-submitted': 'auto-generated' },
  });
  return {
    async send(mail) {
      await transport.sendMail(mail);
    },
    close: () => transport.close(),
  };
}
