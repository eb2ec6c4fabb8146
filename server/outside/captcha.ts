import type { Captcha } from '#api/auth/context.ts';

const services = {
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
};

export type CaptchaSettings = { provider: keyof typeof services; secret: string };

/**
 * Asks the captcha service. If it cannot be reached nobody passes: a captcha that fails open is
 * useless.
 */
export function createCaptcha({ provider, secret }: CaptchaSettings): Captcha {
  return async (token, clientAddress) => {
    try {
      const response = await fetch(services[provider], {
        method: 'POST',
        body: new URLSearchParams({ secret, response: token, remoteip: clientAddress }),
        signal: AbortSignal.timeout(10_000),
      });
      const answer = (await response.json()) as { success?: unknown };
      return answer.success === true;
    } catch {
      return false;
    }
  };
}
