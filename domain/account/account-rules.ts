/** What the operator has chosen, as far as the screens must know it. */
export type AccountRules = {
  shortestPassword: number;
  /** Whether an account can be used only after its address is confirmed. */
  needsConfirmation: boolean;
  /** The server opens no new accounts, whatever was published. */
  isSignUpClosed: boolean;
  /** Whether people may link other sign-ins to their account and unlink them. */
  mayLink: boolean;
  /** Whether a passkey alone signs in. */
  hasPasskeys: boolean;
  /** How long what somebody reported is kept, after it is gone. */
  evidenceDays: number;
  /** How long links in letters work. */
  linkSeconds: number;
  /** How long a session lives without being used, and altogether; 0 is without end. */
  sessionIdleDays: number;
  sessionDays: number;
};

export const usualRules: AccountRules = {
  shortestPassword: 6,
  needsConfirmation: false,
  isSignUpClosed: false,
  mayLink: true,
  hasPasskeys: true,
  evidenceDays: 90,
  linkSeconds: 3_600,
  sessionIdleDays: 30,
  sessionDays: 180,
};
