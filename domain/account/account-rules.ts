/** The operator's settings, as far as screens need them. */
export type AccountRules = {
  shortestPassword: number;
  /** Whether an account can be used only after its address is confirmed. */
  needsConfirmation: boolean;
  /** No new accounts on this server, whatever is published. */
  isSignUpClosed: boolean;
  /** Whether people may link and unlink other ways to sign in. */
  mayLink: boolean;
  /** Whether a passkey alone is enough to sign in. */
  hasPasskeys: boolean;
  /** How long reported content is kept after it was deleted. */
  evidenceDays: number;
  /** How long links in emails work. */
  linkSeconds: number;
  /** How long a session lasts without being used, and in total; 0 means no limit. */
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
