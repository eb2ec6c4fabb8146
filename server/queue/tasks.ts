import type { TaskList } from 'graphile-worker';
import { cleanAuth } from '#api/auth/clean-auth.ts';
import type { Auth } from '#api/auth/context.ts';
import { writePhoneCode } from '#api/auth/factors/phone-code.ts';
import type { AuthTasks } from '#api/auth/letters/queued-letters.ts';
import { writeLetter } from '#api/auth/letters/write-letter.ts';
import { createBillingTasks } from '#api/billing/billing-tasks.ts';
import type { Billing } from '#api/billing/context.ts';
import type { JobTasks } from '#api/functions/context.ts';
import { cleanJobs, noticeEndingJobs, writeJobMail } from '#api/jobs/job-mails.ts';
import { cleanEvidence } from '#api/jobs/moderation.ts';
import { type MessageTask, writeMessageMail } from '#api/messages/message-mail.ts';
import {
  cleanNewsletter,
  type NewsletterTask,
  writeNewsletterMail,
} from '#api/newsletter/newsletter.ts';
import {
  type EditionTask,
  noPostalAddress,
  sendEdition,
  type TrialTask,
  writeTrial,
} from '#api/newsletter/newsletter-editions.ts';
import type { StorageTasks } from '#api/storage/context.ts';
import type { Files } from '#api/storage/files.ts';
import { removeStoredFile, removeUnusedPictures } from '#api/storage/remove-files.ts';
import { site } from '#domain/brand.ts';
import type { MailMessage, renderMail, Sending } from '#mail/mail.ts';
import type { Mailer } from '../outside/mailer.ts';
import type { Sms } from '../outside/sms.ts';

export type MailModule = { renderMail: typeof renderMail };

type TaskDependencies = {
  auth: Pick<Auth, 'database' | 'pepper'>;
  mailer: Mailer;
  sms: Sms;
  /** The messages are built apart from the server and loaded when the first one is sent. */
  loadMail: () => Promise<MailModule>;
  /** Links of the newsletter lead here. */
  siteUrl: string;
  /** Where post reaches the company. */
  postalAddress: string | undefined;
  files: Files;
  /** Missing where no payment service is set up. */
  billing?: Billing;
  /** Hears what a task found. */
  note?: (done: object) => void;
};

/** What the queue can do. A task that throws is tried again, later and later. */
export function createTasks(dependencies: TaskDependencies): TaskList {
  const { auth, mailer, sms, loadMail, siteUrl: ownUrl, postalAddress } = dependencies;
  const { files, billing, note } = dependencies;
  async function sendMail(
    to: string,
    message: MailMessage,
    siteUrl: string,
    { headers, isUrgent }: { headers?: Record<string, string>; isUrgent?: boolean } = {},
  ): Promise<Sending> {
    const { renderMail } = await loadMail();
    const rendered = await renderMail(message, { ...site, siteUrl, postalAddress });
    const sending = await mailer.send({ to, headers, isUrgent, ...rendered });
    if (sending.kind === 'refused') note?.({ mail: message.kind, refused: sending.reason });
    return sending;
  }
  return {
    ...createBillingTasks(auth.database, billing, note),
    async 'auth-message'(payload) {
      const letter = await writeLetter(auth, payload as AuthTasks['auth-message']);
      if (!letter) return;
      if (letter.to.includes('@'))
        await sendMail(letter.to, letter, letter.siteUrl, { isUrgent: true });
      else await sms.send(letter.to, `Your ${site.name} code is ${letter.code}`);
    },
    async 'auth-notice'(payload) {
      const notice = payload as AuthTasks['auth-notice'];
      await sendMail(notice.to, notice, notice.siteUrl, { isUrgent: true });
    },
    async 'auth-sms'(payload) {
      const { challengeId } = payload as AuthTasks['auth-sms'];
      const text = await writePhoneCode(auth, challengeId);
      if (text) await sms.send(text.to, `Your ${site.name} code is ${text.code}`);
    },
    async 'newsletter-mail'(payload) {
      const task = payload as NewsletterTask;
      const written = await writeNewsletterMail(auth.database, task, ownUrl);
      if (!written) return;
      const { message, headers } = written;
      await sendMail(message.to, message, ownUrl, { headers, isUrgent: true });
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
    async 'clean-evidence'() {
      await cleanEvidence(auth.database);
    },
    async 'message-mail'(payload) {
      const { messageId } = payload as MessageTask;
      const written = await writeMessageMail(auth.database, messageId, ownUrl);
      if (written) await sendMail(written.to, written.message, ownUrl);
    },
    async 'newsletter-edition'(payload) {
      if (!postalAddress) throw new Error(noPostalAddress);
      await sendEdition(auth.database, payload as EditionTask, ownUrl, ({ message, headers }) =>
        sendMail(message.to, message, ownUrl, { headers }),
      );
    },
    async 'newsletter-trial'(payload) {
      const message = writeTrial(payload as TrialTask, ownUrl);
      await sendMail(message.to, message, ownUrl);
    },
    async 'clean-newsletter'() {
      await cleanNewsletter(auth.database);
    },
    async 'clean-auth'() {
      await cleanAuth(auth.database);
    },
    async 'remove-stored-file'(payload) {
      const { key } = payload as StorageTasks['remove-stored-file'];
      await removeStoredFile(auth.database, files, key);
    },
    async 'remove-old-pictures'(payload) {
      const { userId } = payload as StorageTasks['remove-old-pictures'];
      await removeUnusedPictures(auth.database, userId);
    },
    async 'clean-pictures'() {
      await removeUnusedPictures(auth.database);
    },
  };
}
