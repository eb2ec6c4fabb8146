import type { LinkArrival } from '#app/session/link-arrival.ts';

/** Why a link or a provider failed, in our own words: those in the address may come from anybody. */
export function whyRefused({ code }: Extract<LinkArrival, { kind: 'refused' }>): string {
  // Guards against inherited property names.
  const known = Object.keys(words).includes(code);
  return (known && words[code]) || 'It was stopped before it was finished.';
}

const words: Record<string, string> = {
  otp_expired: 'The link has expired or has already been used.',
  bad_oauth_callback: 'The other service could not be reached, or it refused.',
  bad_oauth_state: 'You came back from the other service in another browser, or it took too long.',
  flow_state_expired: 'It took too long.',
  flow_state_not_found: 'It took too long, or the link has already been used.',
  identity_already_exists: 'Somebody here already uses that account of the other service.',
  provider_email_needs_verification: 'The other service has not confirmed your email address.',
  signup_disabled: 'There is no account with that address, and new ones cannot be opened now.',
  user_banned: 'This account is blocked. If you think that this is wrong, write to us.',
  oauth_provider_not_supported: 'This service is not set up here.',
};
