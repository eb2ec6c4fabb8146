import { render } from '@react-email/render';
import { plainTextOf } from './plain-text.ts';
import { writeFromStencil } from './stencil.ts';
import type { Brand, Template } from './template.ts';
import { accountCleared } from './templates/account-cleared.tsx';
import { accountDeleted } from './templates/account-deleted.tsx';
import { accountDeletedByStaff } from './templates/account-deleted-by-staff.tsx';
import { addressTaken } from './templates/address-taken.tsx';
import { alertConfirm } from './templates/alert-confirm.tsx';
import { applicationConfirm } from './templates/application-confirm.tsx';
import { applicationEnded } from './templates/application-ended.tsx';
import { applicationLeaving } from './templates/application-leaving.tsx';
import { applicationNews } from './templates/application-news.tsx';
import { changeEmailNew } from './templates/change-email-new.tsx';
import { changeEmailOld } from './templates/change-email-old.tsx';
import { companyNews } from './templates/company-news.tsx';
import { confirmSignUp } from './templates/confirm-sign-up.tsx';
import { credentialAwarded } from './templates/credential-awarded.tsx';
import { credentialChanged } from './templates/credential-changed.tsx';
import { credentialClaim } from './templates/credential-claim.tsx';
import { credentialEnding } from './templates/credential-ending.tsx';
import { emailChanged } from './templates/email-changed.tsx';
import { exportReady } from './templates/export-ready.tsx';
import { factorAdded } from './templates/factor-added.tsx';
import { factorHelp } from './templates/factor-help.tsx';
import { factorRemoved } from './templates/factor-removed.tsx';
import { factorsEnded } from './templates/factors-ended.tsx';
import { identityLinked } from './templates/identity-linked.tsx';
import { identityUnlinked } from './templates/identity-unlinked.tsx';
import { invitation } from './templates/invitation.tsx';
import { jobAlert } from './templates/job-alert.tsx';
import { jobEnding } from './templates/job-ending.tsx';
import { jobHidden } from './templates/job-hidden.tsx';
import { jobPosted } from './templates/job-posted.tsx';
import { jobsEnding } from './templates/jobs-ending.tsx';
import { launchMail } from './templates/launch-mail.tsx';
import { legalTextChanges } from './templates/legal-text-changes.tsx';
import { membershipCancelled } from './templates/membership-cancelled.tsx';
import { membershipChanged } from './templates/membership-changed.tsx';
import { messageWaiting } from './templates/message-waiting.tsx';
import { newApplications } from './templates/new-applications.tsx';
import { newDevice } from './templates/new-device.tsx';
import { newMessage } from './templates/new-message.tsx';
import { newsletterConfirm } from './templates/newsletter-confirm.tsx';
import { newsletterEdition } from './templates/newsletter-edition.tsx';
import { newsletterWelcome } from './templates/newsletter-welcome.tsx';
import { passkeyAdded } from './templates/passkey-added.tsx';
import { passkeyRemoved } from './templates/passkey-removed.tsx';
import { passwordChanged } from './templates/password-changed.tsx';
import { peopleAlert } from './templates/people-alert.tsx';
import { reauthenticationCode } from './templates/reauthentication-code.tsx';
import { recoveryCodeUsed } from './templates/recovery-code-used.tsx';
import { reportAnswered } from './templates/report-answered.tsx';
import { resetPassword } from './templates/reset-password.tsx';
import { reviewAsked } from './templates/review-asked.tsx';
import { reviewHeld } from './templates/review-held.tsx';
import { reviewHidden } from './templates/review-hidden.tsx';
import { reviewReleased } from './templates/review-released.tsx';
import { sessionReplayed } from './templates/session-replayed.tsx';
import { signInLink } from './templates/sign-in-link.tsx';
import { staffAlarm } from './templates/staff-alarm.tsx';
import { staffDigest } from './templates/staff-digest.tsx';
import { staffInvitation } from './templates/staff-invitation.tsx';
import { staffRoleLost } from './templates/staff-role-lost.tsx';
import { teamInvitation } from './templates/team-invitation.tsx';
import { teamJoined } from './templates/team-joined.tsx';
import { teamLeft } from './templates/team-left.tsx';
import { teamRemoved } from './templates/team-removed.tsx';
import { teamSeatGiven } from './templates/team-seat-given.tsx';
import { teamSeatLost } from './templates/team-seat-lost.tsx';

/** Every kind of email. A new one needs a template and a line here. */
const templates = {
  // Letters: a link and a code for an account, by Supabase's names.
  signup: confirmSignUp,
  invite: invitation,
  magiclink: signInLink,
  recovery: resetPassword,
  reauthentication: reauthenticationCode,
  email_change_current: changeEmailOld,
  email_change_new: changeEmailNew,
  // Notices: what happened in an account.
  'address-taken': addressTaken,
  'password-changed': passwordChanged,
  'account-cleared': accountCleared,
  'account-deleted': accountDeleted,
  'email-changed': emailChanged,
  'factor-added': factorAdded,
  'factor-removed': factorRemoved,
  'recovery-code-used': recoveryCodeUsed,
  'passkey-added': passkeyAdded,
  'passkey-removed': passkeyRemoved,
  'identity-linked': identityLinked,
  'identity-unlinked': identityUnlinked,
  'new-device': newDevice,
  'session-replayed': sessionReplayed,
  'newsletter-confirm': newsletterConfirm,
  'newsletter-welcome': newsletterWelcome,
  'newsletter-edition': newsletterEdition,
  'job-posted': jobPosted,
  'job-ending': jobEnding,
  'jobs-ending': jobsEnding,
  'job-hidden': jobHidden,
  // Applications
  'application-confirm': applicationConfirm,
  'application-ended': applicationEnded,
  'application-leaving': applicationLeaving,
  'application-news': applicationNews,
  'new-applications': newApplications,
  'new-message': newMessage,
  'message-waiting': messageWaiting,
  'company-news': companyNews,
  // Alerts
  'alert-confirm': alertConfirm,
  'job-alert': jobAlert,
  'people-alert': peopleAlert,
  'staff-invitation': staffInvitation,
  'staff-role-lost': staffRoleLost,
  'team-invitation': teamInvitation,
  'team-joined': teamJoined,
  'team-left': teamLeft,
  'team-removed': teamRemoved,
  'team-seat-given': teamSeatGiven,
  'team-seat-lost': teamSeatLost,
  // Accounts, by staff
  'factor-help': factorHelp,
  'factors-ended': factorsEnded,
  'export-ready': exportReady,
  // What staff decided, ask, or have not reviewed yet.
  'review-held': reviewHeld,
  'review-asked': reviewAsked,
  'review-hidden': reviewHidden,
  'review-released': reviewReleased,
  'report-answered': reportAnswered,
  'membership-cancelled': membershipCancelled,
  'membership-changed': membershipChanged,
  'account-deleted-by-staff': accountDeletedByStaff,
  'staff-alarm': staffAlarm,
  'staff-digest': staffDigest,
  'launch-mail': launchMail,
  'legal-text-changes': legalTextChanges,
  // Credentials
  'credential-claim': credentialClaim,
  'credential-awarded': credentialAwarded,
  'credential-changed': credentialChanged,
  'credential-ending': credentialEnding,
};

type Templates = typeof templates;
type Kind = keyof Templates;
/** What each template writes about. */
type Facts = { [Each in Kind]: Parameters<Templates[Each]['subject']>[1] };

/** An email before it is rendered: its kind, its recipient, and its facts. */
export type MailOf<Some extends Kind> = {
  [Each in Some]: { kind: Each; to: string } & Facts[Each];
}[Some];
export type Mail = MailOf<Kind>;

export type RenderedMail = { subject: string; html: string; text: string };
/** Refused: the server does not know the address or rejects the email; a retry would not help. */
export type Sending =
  /** With the answer of the email server, if there is one. */
  { kind: 'sent'; answer?: string } | { kind: 'refused'; reason: string };

/** Renders the email, with a text part for readers without HTML. */
export async function renderMail<Each extends Kind>(
  mail: MailOf<Each>,
  brand: Brand,
): Promise<RenderedMail> {
  const byKind: { [Any in Kind]: Template<Facts[Any]> } = templates;
  const { subject, write, own } = byKind[mail.kind];
  if (own) {
    const isOwn = (name: string) => own.some((each) => each === name);
    const facts = Object.entries(mail);
    const { html, text } = await writeFromStencil(
      { ...Object.fromEntries(facts.filter(([name]) => !isOwn(name))), ...brand },
      Object.fromEntries(facts.filter(([name]) => isOwn(name))),
      (marks) => render(write({ ...mail, ...marks, brand })),
    );
    return { subject: inOneDirection(subject(brand, mail)), html, text: inOneDirection(text) };
  }
  const html = await render(write({ ...mail, brand }));
  const text = inOneDirection(plainTextOf(html));
  return { subject: inOneDirection(subject(brand, mail)), html, text };
}

/** A name with such characters would turn our own words behind it as well: plain text has no element around it. */
const inOneDirection = (plain: string) => plain.replace(/[\u202A-\u202E\u2066-\u2069]/g, '');
