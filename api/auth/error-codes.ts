/** Supabase Auth's error codes, with its statuses, and its messages where a client may show them. */
export const authErrors = {
  anonymous_provider_disabled: { status: 422, message: 'Anonymous sign-ins are disabled' },
  bad_code_verifier: {
    status: 400,
    message: 'code challenge does not match previously saved code verifier',
  },
  bad_jwt: { status: 403, message: 'invalid JWT: unable to parse or verify signature' },
  bad_oauth_callback: { status: 400, message: 'OAuth state parameter missing' },
  bad_oauth_state: { status: 400, message: 'OAuth callback with invalid state' },
  captcha_failed: { status: 400, message: 'captcha protection: request disallowed' },
  claim_not_found: {
    status: 404,
    message: 'There is nothing left to decide about this account.',
  },
  email_address_invalid: { status: 400, message: 'Email address is invalid' },
  email_conflict_identity_not_deletable: {
    status: 422,
    message: 'Unable to unlink identity due to email conflict',
  },
  email_exists: {
    status: 422,
    message: 'A user with this email address has already been registered',
  },
  email_not_confirmed: { status: 400, message: 'Email not confirmed' },
  flow_state_expired: { status: 422, message: 'invalid flow state, flow state has expired' },
  flow_state_not_found: {
    status: 404,
    message: 'invalid flow state, no valid flow state found',
  },
  identity_already_exists: { status: 422, message: 'Identity is already linked' },
  identity_not_found: { status: 422, message: "Identity doesn't exist" },
  insufficient_aal: {
    status: 403,
    message: 'A session with a second factor (AAL2) is required',
  },
  invalid_credentials: { status: 400, message: 'Invalid login credentials' },
  manual_linking_disabled: { status: 404, message: 'Manual linking is disabled' },
  mfa_challenge_expired: {
    status: 422,
    message: 'The challenge has expired, verify against another challenge or create a new one.',
  },
  mfa_factor_name_conflict: {
    status: 422,
    message: 'A factor with this friendly name already exists',
  },
  mfa_factor_not_found: { status: 404, message: 'Factor not found' },
  mfa_phone_enroll_not_enabled: { status: 422, message: 'MFA enroll is disabled for Phone' },
  mfa_recovery_codes_locked: {
    status: 429,
    message: 'Too many failed verification attempts, try again later',
  },
  mfa_recovery_codes_sole_factor: {
    status: 422,
    message: 'At least one other verified factor is required to generate recovery codes',
  },
  mfa_verification_failed: { status: 422, message: 'Invalid code entered' },
  mfa_verified_factor_exists: {
    status: 422,
    message: 'A verified factor of this kind already exists, unenroll it to continue',
  },
  no_authorization: { status: 401, message: 'This endpoint requires a valid Bearer token' },
  not_admin: { status: 403, message: 'User not allowed' },
  oauth_provider_not_supported: {
    status: 400,
    message: 'Unsupported provider: provider is not enabled',
  },
  otp_disabled: { status: 422, message: 'Signups not allowed for otp' },
  otp_expired: { status: 403, message: 'Token has expired or is invalid' },
  over_email_send_rate_limit: {
    status: 429,
    message: 'For security purposes, you can only request this once a minute',
  },
  over_request_rate_limit: { status: 429, message: 'Request rate limit reached' },
  over_sms_send_rate_limit: {
    status: 429,
    message: 'For security purposes, you can only request this once a minute',
  },
  phone_exists: {
    status: 422,
    message: 'A user with this phone number has already been registered',
  },
  phone_not_confirmed: { status: 400, message: 'Phone not confirmed' },
  phone_provider_disabled: { status: 400, message: 'Phone logins are disabled' },
  provider_disabled: { status: 400, message: 'Provider is not enabled' },
  provider_email_needs_verification: {
    status: 403,
    message: 'The provider has not verified this email address',
  },
  reauthentication_needed: {
    status: 400,
    message:
      'This change needs your password or a code from your mailbox: you signed in a while ago.',
  },
  reauthentication_not_valid: { status: 422, message: 'Nonce has expired or is invalid' },
  passkey_disabled: { status: 404, message: 'Passkeys are disabled' },
  refresh_token_already_used: { status: 400, message: 'Invalid Refresh Token: Already Used' },
  refresh_token_not_found: {
    status: 400,
    message: 'Invalid Refresh Token: Refresh Token Not Found',
  },
  saml_provider_disabled: { status: 404, message: 'SAML 2.0 is disabled' },
  same_password: {
    status: 422,
    message: 'New password should be different from the old password.',
  },
  session_expired: { status: 400, message: 'Invalid Refresh Token: Session Expired' },
  session_not_found: {
    status: 403,
    message: 'Session from session_id claim in JWT does not exist',
  },
  signup_disabled: { status: 422, message: 'Signups not allowed for this instance' },
  single_identity_not_deletable: {
    status: 422,
    message: 'User must have at least 1 identity after unlinking',
  },
  too_many_enrolled_mfa_factors: {
    status: 422,
    message: 'Maximum number of verified factors reached, unenroll to continue',
  },
  too_many_passkeys: { status: 422, message: 'Maximum number of passkeys reached' },
  unexpected_audience: { status: 400, message: 'Unacceptable audience in id_token' },
  sms_send_failed: {
    status: 422,
    message: 'Error sending sms OTP to provider: no SMS service is set up',
  },
  user_already_exists: { status: 422, message: 'User already registered' },
  user_banned: { status: 400, message: 'User is banned' },
  user_not_found: { status: 404, message: 'User not found' },
  validation_failed: { status: 400, message: 'The request is not valid' },
  weak_password: { status: 422, message: 'Password is too weak' },
  web3_provider_disabled: { status: 422, message: 'Web3 provider is disabled' },
  webauthn_challenge_not_found: {
    status: 400,
    message: 'Challenge not found or already used',
  },
  webauthn_credential_exists: {
    status: 422,
    message: 'This credential is already registered',
  },
  webauthn_verification_failed: { status: 400, message: 'Credential verification failed' },
  webauthn_challenge_expired: { status: 400, message: 'Challenge has expired' },
} as const satisfies Record<string, { status: number; message: string }>;
