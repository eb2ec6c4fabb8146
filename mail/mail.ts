import { render, toPlainText } from '@react-email/render';
import type { MessageKind, Notice, NoticeKind } from '#api/auth/letters/queued-letters.ts';
import type { Letter } from '#api/auth/letters/write-letter.ts';
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
import { accountCleared } from './templates/account-cleared.tsx';
import { addressTaken } from './templates/address-taken.tsx';
import { changeEmailNew } from './templates/change-email-new.tsx';
import { changeEmailOld } from './templates/change-email-old.tsx';
import { confirmSignUp } from './templates/confirm-sign-up.tsx';
import { emailChanged } from './templates/email-changed.tsx';
import { factorAdded } from './templates/factor-added.tsx';
import { factorRemoved } from './templates/factor-removed.tsx';
import { identityLinked } from './templates/identity-linked.tsx';
import { identityUnlinked } from './templates/identity-unlinked.tsx';
import { invitation } from './templates/invitation.tsx';
import { jobEnding } from './templates/job-ending.tsx';
import { jobHidden } from './templates/job-hidden.tsx';
import { jobPosted } from './templates/job-posted.tsx';
import { jobsEnding } from './templates/jobs-ending.tsx';
import { newDevice } from './templates/new-device.tsx';
import { newsletterConfirm } from './templates/newsletter-confirm.tsx';
import { newsletterEdition } from './templates/newsletter-edition.tsx';
import { newsletterWelcome } from './templates/newsletter-welcome.tsx';
import { passwordChanged } from './templates/password-changed.tsx';
import { personalMessage } from './templates/personal-message.tsx';
import { reauthenticationCode } from './templates/reauthentication-code.tsx';
import { recoveryCodeUsed } from './templates/recovery-code-used.tsx';
import { resetPassword } from './templates/reset-password.tsx';
import { sessionReplayed } from './templates/session-replayed.tsx';
import { signInLink } from './templates/sign-in-link.tsx';

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
/** Refused: the server knows no such address, or wants no such mail; to ask again changes nothing. */
export type Sending = { kind: 'sent' } | { kind: 'refused'; reason: string };
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
