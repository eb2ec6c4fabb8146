import type { TaskList } from 'graphile-worker';
import { cleanAuth } from '#api/auth/clean-auth.ts';
import type { Auth, AuthTasks } from '#api/auth/context.ts';
import { writePhoneCode } from '#api/auth/factors/phone-code.ts';
import { writeLetter } from '#api/auth/write-letter.ts';
import type { Billing } from '#api/billing/context.ts';
import type { JobTasks } from '#api/functions/context.ts';
import { site } from '#app/site.ts';
import type { MailMessage, renderMail } from '#mail/mail.ts';
import { createBillingTasks } from './billing-tasks.ts';
import { cleanJobs, noticeEndingJobs, writeJobMail } from './job-mails.ts';
import { cleanNewsletter, type NewsletterTask, writeNewsletterMail } from './newsletter.ts';
import type { Mailer } from './outside/mailer.ts';
import type { Sms } from './outside/sms.ts';

export type MailModule = { renderMail: typeof renderMail };

type TaskDependencies = {
  auth: Pick<Auth, 'database' | 'pepper'>;
  mailer: Mailer;
  sms: Sms;
  /** The messages are built apart from the server and loaded when the first one is sent. */
  loadMail: () => Promise<MailModule>;
  /** Links of the newsletter lead here. */
  siteUrl: string;
  /** Missing where no payment service is set up. */
  billing?: Billing;
  /** Hears what a task found. */
  note?: (done: object) => void;
};

/** What the queue can do. A task that throws is tried again, later and later. */
export function createTasks(dependencies: TaskDependencies): TaskList {
  const { auth, mailer, sms, loadMail, siteUrl: ownUrl, billing, note } = dependencies;
  async function sendMail(
    to: string,
    message: MailMessage,
    siteUrl: string,
    headers?: Record<string, string>,
  ) {
    const { renderMail } = await loadMail();
    await mailer.send({ to, headers, ...(await renderMail(message, { ...site, siteUrl })) });
  }
  return {
    ...createBillingTasks(auth.database, billing, note),
    async 'auth-message'(payload) {
      const letter = await writeLetter(auth, payload as AuthTasks['auth-message']);
      if (!letter) return;
      if (letter.to.includes('@')) await sendMail(letter.to, letter, letter.siteUrl);
      else await sms.send(letter.to, `Your ${site.name} code is ${letter.code}`);
    },
    async 'auth-notice'(payload) {
      const notice = payload as AuthTasks['auth-notice'];
      await sendMail(notice.to, notice, notice.siteUrl);
    },
    async 'auth-sms'(payload) {
      const { challengeId } = payload as AuthTasks['auth-sms'];
      const text = await writePhoneCode(auth, challengeId);
      if (text) await sms.send(text.to, `Your ${site.name} code is ${text.code}`);
    },
    async 'newsletter-mail'(payload) {
      const task = payload as NewsletterTask;
      const written = await writeNewsletterMail(auth.database, task, ownUrl);
      if (written) await sendMail(written.message.to, written.message, ownUrl, written.headers);
    },
    async 'job-mail'(payload) {
      const written = await writeJobMail(auth.database, payload as JobTasks['job-mail'], ownUrl);
      if (written) await sendMail(written.to, written, ownUrl);
    },
    async 'notice-ending-jobs'() {
      await noticeEndingJobs(auth.database);
    },
    async 'clean-jobs'() {
      await cleanJobs(auth.database);
    },
    async 'clean-newsletter'() {
      await cleanNewsletter(auth.database);
    },
    async 'clean-auth'() {
      await cleanAuth(auth.database);
    },
  };
}
