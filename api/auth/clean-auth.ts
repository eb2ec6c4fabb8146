import type { Database } from '#database/database.ts';

const old = [
  `delete from auth.one_time_tokens where created_at < now() - interval '7 days'`,
  `delete from auth.set_aside where made_at < now() - interval '1 hour'`,
  `delete from auth.flow_state where created_at < now() - interval '1 day'`,
  `delete from auth.mfa_challenges where created_at < now() - interval '1 day'`,
  `delete from auth.webauthn_challenges where expires_at < now()`,
  `delete from auth.mfa_factors where status = 'unverified' and created_at < now() - interval '1 day'`,
  `delete from auth.sessions where not_after < now()`,
  // Replaced tokens are kept to detect replays; a month is enough.
  `delete from auth.refresh_tokens where revoked and updated_at < now() - interval '30 days'`,
  `delete from auth.audit_log_entries where created_at < now() - interval '1 year'`,
];

/** Deletes what has expired, one table at a time. */
export async function cleanAuth(database: Database) {
  for (const text of old) await database.asService.query({ text });
}
