import type { Database } from '#database/database.ts';
import type { Mail, RenderedMail, Sending } from '#mail/mail.ts';
import { blackOut } from './black-out.ts';

/**
 * Mails that are stored in full, with links and codes blacked out, because they contain only our own words. Of all
 * other kinds, including new ones, only the head is stored: nobody may read people's messages, or who writes to whom.
 */
const whole: ReadonlySet<string> = new Set<Mail['kind']>([
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'reauthentication',
  'email_change_current',
  'email_change_new',
  'address-taken',
  'password-changed',
  'account-cleared',
  'email-changed',
  'factor-added',
  'factor-removed',
  'recovery-code-used',
  'passkey-added',
  'passkey-removed',
  'identity-linked',
  'identity-unlinked',
  'new-device',
  'session-replayed',
  'newsletter-confirm',
  'newsletter-welcome',
  'staff-invitation',
  'staff-role-lost',
  'factor-help',
  'factors-ended',
  'export-ready',
  'launch-mail',
  'membership-changed',
  'message-waiting',
]);

/** Recorded elsewhere for each recipient, or telling them that nothing about them is stored. */
const unkept = new Set<Mail['kind']>([
  'newsletter-edition',
  'account-deleted',
  'account-deleted-by-staff',
]);

/** Records that an email was sent or rejected. */
export async function keepMail(
  database: Database,
  mail: Mail,
  { subject, text }: RenderedMail,
  sending: Sending,
) {
  if (unkept.has(mail.kind)) return;
  const secrets = Object.entries(mail).flatMap(([name, value]) =>
    typeof value === 'string' && name !== 'to' && name !== 'kind' && isSecret(name, value)
      ? [value]
      : [],
  );
  const said = sending.kind === 'sent' ? sending.answer : sending.reason;
  await database.asService.query({
    name: 'keep-mail',
    text: 'select staff.keep_mail($1, $2, $3, $4, $5, $6)',
    values: [
      mail.kind,
      mail.to,
      sending.kind === 'sent' ? 'sent' : 'bounced',
      said === undefined ? null : blackOut(said).slice(0, 500),
      blackOut(subject, secrets).slice(0, 300),
      whole.has(mail.kind) ? blackOut(text, secrets).slice(0, 20_000) : null,
    ],
  });
}

const isSecret = (name: string, value: string) => name === 'code' || /^https?:/i.test(value);
