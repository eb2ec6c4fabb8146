export type HistoryEvent = {
  id: string;
  created_at: string;
  action: string;
  place: string;
  device: string | null;
  details: Record<string, unknown>;
};

/** What happened, in words. An action unknown to this page is named as in the log. */
export function describeEvent({ action, details }: HistoryEvent): string {
  if (action === 'login') return `Signed in${methods[String(details.method)] ?? ''}`;
  if (action === 'logout' && details.scope === 'others') return 'Signed out other devices';
  if (action === 'logout' && details.scope === 'one') return 'Signed out another device';
  if (action === 'factor_deleted' && details.factor_status === 'unverified') {
    return 'Stopped adding a second step';
  }
  if (action === 'user_modified' && details.asked === 'email') {
    return 'Another email address requested';
  }
  if (action === 'user_modified' && details.asked === 'phone')
    return 'Another phone number requested';
  if (action === 'user_modified' && details.changed === 'phone') return 'Phone number changed';
  return words[action] ?? action.replaceAll('_', ' ');
}

const methods: Record<string, string> = {
  password: ' with the password',
  otp: ' with a link or code that we sent',
  oauth: ' through another service',
  passkey: ' with a passkey',
};

const words: Record<string, string> = {
  login_failed: 'A wrong password was tried',
  logout: 'Signed out',
  user_signedup: 'Account created',
  user_repeated_signup: 'Somebody tried to sign up with your address',
  user_invited: 'Invited',
  user_modified: 'Account details changed',
  user_cleared:
    'The address was confirmed for the first time; password and sign-ins from before were removed',
  user_brought_back:
    'They were kept after all: the link was opened in the browser that had set them',
  user_updated_password: 'Password changed',
  user_exported: 'A copy of the data was taken',
  user_reauthenticated: 'Confirmed that it was you',
  user_recovery_requested: 'Link for a new password or for signing in requested',
  user_reauthenticate_requested: 'Confirmation code requested',
  user_confirmation_requested: 'Confirmation of the address requested',
  user_email_changed: 'Email address changed',
  session_replayed: 'A session was ended because somebody used an old key of it',
  factor_in_progress: 'Started to add a second step',
  factor_deleted: 'Second step removed',
  verification_attempted: 'Second step confirmed',
  verification_failed: 'A wrong code was entered for the second step',
  passkey_created: 'Passkey added',
  passkey_updated: 'Passkey renamed',
  passkey_deleted: 'Passkey removed',
  recovery_codes_generated: 'Recovery codes created',
  recovery_code_used: 'Recovery code used',
  identity_linked: 'Another way to sign in linked',
  identity_unlinked: 'A way to sign in unlinked',
};
