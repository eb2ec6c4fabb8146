import type { Failure } from '#app/ui/failure.ts';

/** What to do about a failure, if the service's own message does not say. */
export function adviceFor({ code }: Failure): string | undefined {
  return advice[code];
}

const advice: Record<string, string> = {
  invalid_credentials: 'Check the address and the password. Uppercase and lowercase letters count.',
  email_not_confirmed:
    'Open the email that we sent you when you signed up, and confirm the address.',
  over_request_rate_limit:
    'There were many attempts in a short time. Wait a minute, then try again.',
  over_email_send_rate_limit: 'Look for the email in your inbox and in your spam folder.',
  over_sms_send_rate_limit: 'Wait a little longer for the text message before you ask again.',
  otp_expired:
    'Check the digits. A code works for ten minutes and for five tries; then ask for a new one.',
  mfa_verification_failed:
    'Check the digits, and that the clock on your phone is right. Each code works once, for half a minute.',
  mfa_factor_not_found:
    'It was started again elsewhere, or removed. Cancel, then set it up again with what you see then.',
  mfa_challenge_expired: 'Ask for a new code.',
  passkey_stopped:
    'Try again, and choose the passkey of this site. It works on the device, or with the key, on which you created it.',
  passkey_not_made:
    'Try again, and follow what your browser asks. If it offers nothing, choose another kind of second step.',
  passkey_not_added:
    'Try again, and follow what your browser asks. A device that has a passkey of this account makes no second one.',
  user_banned:
    'Our staff blocked this account. If you think that this is wrong, write to us: our address is at the foot of this page.',
  wrong_password: 'Uppercase and lowercase letters count.',
  weak_password: 'Three or four unrelated words make a good password.',
  reauthentication_needed: 'Try again, and confirm that it is you.',
  reauthentication_not_valid:
    'Check the digits. A code works for ten minutes and for five tries; then ask for a new one.',
  same_password: 'Choose one that you have not used here.',
  user_already_exists: 'Sign in instead, or choose a new password if you forgot yours.',
  bad_jwt: 'Try again, or sign in again.',
  session_not_found: 'Your session has ended. Sign in again.',
  insufficient_aal: 'Sign in again, with your second step.',
};
