import type { Client } from '../client.ts';
import type { Nothing } from '../subject.ts';

export type AuthTasks = {
  'auth-letter': LetterOrder;
  'auth-notice': Notice;
  /** A code for a phone factor, created when it is sent, like those in letters. */
  'auth-sms': { challengeId: string };
  'clean-auth': Nothing;
};

/** A letter contains a link and a code; an SMS contains only the code. */
export type LetterKind =
  | 'signup'
  | 'invite'
  | 'magiclink'
  | 'recovery'
  | 'reauthentication'
  | 'email_change_current'
  | 'email_change_new'
  | 'phone_change';

/**
 * A letter that somebody requested. It contains no secret: the link and code are created when the letter is written,
 * so that neither is readable in the queue. Whether the address belongs to anybody is also checked only then, so that
 * requests take the same time either way.
 */
export type LetterOrder = {
  kind: LetterKind;
  recipient: { userId: string } | { address: string };
  siteUrl: string;
  redirectTo: string;
  client: Client;
  flowId?: string | undefined;
  /** Creates an account with this metadata if nobody has the address. */
  createWith?: Record<string, unknown> | undefined;
};

/** What people are told about their account, whether they did it or somebody else did. */
export type NoticeKind =
  | 'address-taken'
  | 'password-changed'
  | 'account-cleared'
  | 'account-deleted'
  | 'email-changed'
  | 'factor-added'
  | 'factor-removed'
  | 'recovery-code-used'
  | 'passkey-added'
  | 'passkey-removed'
  | 'identity-linked'
  | 'identity-unlinked'
  | 'new-device'
  | 'session-replayed';

export type Notice = {
  kind: NoticeKind;
  to: string;
  /** Whether the mailbox had been proved when it happened. */
  wasProved?: boolean;
  siteUrl: string;
  /** What it was about: the kind of factor, the provider, or the new address. */
  subject: string;
  device: string;
  place: string;
  /** ISO 8601 */
  at: string;
};
