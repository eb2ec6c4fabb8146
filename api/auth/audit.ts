import type { Session } from '#database/database.ts';
import { noteOfRequest } from '#database/request-notes.ts';
import { type Client, describeAgent } from '../client.ts';
import type { Account } from './accounts.ts';

/** Actions, named as in Supabase Auth. */
export type Action =
  | 'login'
  | 'login_failed'
  | 'logout'
  | 'user_signedup'
  | 'user_repeated_signup'
  | 'user_invited'
  | 'user_deleted'
  | 'user_modified'
  | 'user_updated_password'
  | 'user_exported'
  | 'user_cleared'
  | 'user_brought_back'
  | 'user_recovery_requested'
  | 'user_reauthenticate_requested'
  | 'user_reauthenticated'
  | 'user_confirmation_requested'
  | 'user_email_changed'
  | 'token_refreshed'
  | 'token_revoked'
  | 'session_replayed'
  | 'factor_in_progress'
  | 'factor_deleted'
  | 'factor_updated'
  | 'challenge_created'
  | 'verification_attempted'
  | 'verification_failed'
  | 'recovery_codes_generated'
  | 'recovery_code_used'
  | 'passkey_created'
  | 'passkey_updated'
  | 'passkey_deleted'
  | 'identity_linked'
  | 'identity_unlinked';

const types: Partial<Record<Action, string>> = {
  login: 'account',
  login_failed: 'account',
  logout: 'account',
  user_signedup: 'team',
  user_deleted: 'team',
  token_refreshed: 'token',
  token_revoked: 'token',
};

/** Records what happened, to whom, and roughly from where; never a secret. */
export async function note(
  session: Session,
  client: Client,
  account: Pick<Account, 'id' | 'email' | 'phone'>,
  action: Action,
  traits: Record<string, unknown> = {},
) {
  noteOfRequest({ action });
  await session.query({
    name: 'audit-note',
    text: `insert into private.account_log (id, created_at, payload, ip_address)
      values (gen_random_uuid(), now(), $1, $2)`,
    values: [JSON.stringify(auditPayload(client, account, action, traits)), client.network],
  });
}

export function auditPayload(
  client: Client,
  { id, email, phone }: Pick<Account, 'id' | 'email' | 'phone'>,
  action: Action,
  traits: Record<string, unknown> = {},
) {
  return {
    action,
    actor_id: id,
    actor_username: email || phone || '',
    actor_via_sso: false,
    log_type: types[action] ?? 'user',
    traits: { ...traits, device: describeAgent(client.agent) },
  };
}
