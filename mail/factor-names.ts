export const factorNames: Record<string, string> = {
  totp: 'an authenticator app',
  phone: 'a code by SMS',
  webauthn: 'a passkey or security key',
  recovery_code: 'recovery codes',
};
