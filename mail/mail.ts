import { render, toPlainText } from '@react-email/render';
import type { MessageKind } from '#api/auth/messages.ts';
import type { Notice, NoticeKind } from '#api/auth/notices.ts';
import type { Letter } from '#api/auth/write-letter.ts';
import { accountCleared } from './messages/account-cleared.tsx';
import { addressTaken } from './messages/address-taken.tsx';
import { changeEmailNew } from './messages/change-email-new.tsx';
import { changeEmailOld } from './messages/change-email-old.tsx';
import { confirmSignUp } from './messages/confirm-sign-up.tsx';
import { emailChanged } from './messages/email-changed.tsx';
import { factorAdded } from './messages/factor-added.tsx';
import { factorRemoved } from './messages/factor-removed.tsx';
import { identityLinked } from './messages/identity-linked.tsx';
import { identityUnlinked } from './messages/identity-unlinked.tsx';
import { invitation } from './messages/invitation.tsx';
import { jobEnding } from './messages/job-ending.tsx';
import { jobHidden } from './messages/job-hidden.tsx';
import { jobPosted } from './messages/job-posted.tsx';
import { jobsEnding } from './messages/jobs-ending.tsx';
import { newDevice } from './messages/new-device.tsx';
import { newsletterConfirm } from './messages/newsletter-confirm.tsx';
import { newsletterEdition } from './messages/newsletter-edition.tsx';
import { newsletterWelcome } from './messages/newsletter-welcome.tsx';
import { passwordChanged } from './messages/password-changed.tsx';
import { personalMessage } from './messages/personal-message.tsx';
import { reauthenticationCode } from './messages/reauthentication-code.tsx';
import { recoveryCodeUsed } from './messages/recovery-code-used.tsx';
import { resetPassword } from './messages/reset-password.tsx';
import { sessionReplayed } from './messages/session-replayed.tsx';
import { signInLink } from './messages/sign-in-link.tsx';
import type {
  Brand,
  EditionProps,
  JobHiddenProps,
  JobMailProps,
  JobsEndingProps,
  LetterProps,
  MessageProps,
  NewsletterProps,
  NoticeProps,
  Template,
} from './template.ts';

export type NewsletterMessage = NewsletterProps & {
  kind: 'newsletter-confirm' | 'newsletter-welcome';
};
export type EditionMessage = EditionProps & { kind: 'newsletter-edition' };
export type JobMail =
  | (JobMailProps & { kind: 'job-posted' | 'job-ending' })
  | (JobsEndingProps & { kind: 'jobs-ending' })
  | (JobHiddenProps & { kind: 'job-hidden' });
export type PersonalMessage = MessageProps & { kind: 'personal-message' };
export type MailMessage =
  | Letter
  | Notice
  | NewsletterMessage
  | EditionMessage
  | JobMail
  | PersonalMessage;
export type RenderedMail = { subject: string; html: string; text: string };

const letters: Record<Exclude<MessageKind, 'phone_change'>, Template<LetterProps>> = {
  signup: confirmSignUp,
  invite: invitation,
  magiclink: signInLink,
  recovery: resetPassword,
  reauthentication: reauthenticationCode,
  email_change_current: changeEmailOld,
  email_change_new: changeEmailNew,
};

const notices: Record<NoticeKind, Template<NoticeProps>> = {
  'address-taken': addressTaken,
  'password-changed': passwordChanged,
  'account-cleared': accountCleared,
  'email-changed': emailChanged,
  'factor-added': factorAdded,
  'factor-removed': factorRemoved,
  'recovery-code-used': recoveryCodeUsed,
  'identity-linked': identityLinked,
  'identity-unlinked': identityUnlinked,
  'new-device': newDevice,
  'session-replayed': sessionReplayed,
};

const newsletter: Record<NewsletterMessage['kind'], Template<NewsletterProps>> = {
  'newsletter-confirm': newsletterConfirm,
  'newsletter-welcome': newsletterWelcome,
};

const jobMails: Record<'job-posted' | 'job-ending', Template<JobMailProps>> = {
  'job-posted': jobPosted,
  'job-ending': jobEnding,
};

/** The message as it goes out, with a text part for those who read no HTML. */
export async function renderMail(message: MailMessage, brand: Brand): Promise<RenderedMail> {
  if (message.kind === 'personal-message') return finish(personalMessage, message, brand);
  if (message.kind === 'newsletter-edition') return finish(newsletterEdition, message, brand);
  if (message.kind === 'jobs-ending') return finish(jobsEnding, message, brand);
  if (message.kind === 'job-hidden') return finish(jobHidden, message, brand);
  if ('unsubscribeLink' in message) return finish(newsletter[message.kind], message, brand);
  if ('job' in message) return finish(jobMails[message.kind], message, brand);
  if ('link' in message) {
    if (message.kind === 'phone_change') throw new Error('This message goes to a phone.');
    return finish(letters[message.kind], message, brand);
  }
  return finish(notices[message.kind], message, brand);
}

async function finish<Props>(
  { subject, write }: Template<Props>,
  props: Props,
  brand: Brand,
): Promise<RenderedMail> {
  const html = await render(write({ ...props, brand }));
  return { subject: subject(brand, props), html, text: toPlainText(html) };
}
