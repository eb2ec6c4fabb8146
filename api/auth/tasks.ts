import type { Client } from '../client.ts';
import type { Nothing } from '../subject.ts';

export type AuthTasks = {
  'auth-letter': LetterOrder;
  'auth-notice': Notice;
  /** A code for a phone factor; made when it is sent, like those of letters. */
  'auth-sms': { challengeId: string };
  'clean-auth': Nothing;
};

/** A letter has a link and a code. To a phone it is the code alone. */
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
 * A letter that somebody asked for. It holds no secret: link and code are made when the letter is
 * written, so that neither lies readable in the queue. Nor is it known yet whether the address
 * belongs to anybody, so that asking takes the same time either way.
 */
export type LetterOrder = {
  kind: LetterKind;
  recipient: { userId: string } | { address: string };
  siteUrl: string;
  redirectTo: string;
  client: Client;
  flowId?: string | undefined;
  /** Makes an account with this metadata when nobody has the address. */
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
  /** Whether the mailbox had been shown to be theirs when it happened. */
  wasProved?: boolean;
  siteUrl: string;
  /** What it was about: the kind of factor, the provider, the new address. */
  subject: string;
  device: string;
  place: string;
  /** ISO 8601 */
  at: string;
};
