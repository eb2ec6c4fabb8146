import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openPayments, webhookAddress } from '../outside/payments.ts';
import { readConfig } from './config.ts';

const keys = {
  STRIPE_SECRET_KEY: 'sk_live_abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_abc',
  STRIPE_PRICE_ID: 'price_abc',
};

describe('which payment service there is', () => {
  it('is the sandbox on this machine while no keys are set', () => {
    expect(readConfig({}).payments.kind).toBe('sandbox');
    expect(readConfig({ SITE_URL: 'http://localhost:3000' }).payments.kind).toBe('sandbox');
  });

  it('is none on a public site without keys: a membership would be free', () => {
    for (const SITE_URL of ['https://www.site.example', 'http://192.168.1.4:3000']) {
      expect(readConfig({ SITE_URL }).payments.kind).toBe('off');
    }
  });

  it('is Stripe if its keys are set, wherever the site is', () => {
    expect(readConfig(keys).payments).toMatchObject({ kind: 'stripe', collectsTax: false });
    expect(readConfig({ ...keys, SITE_URL: 'https://site.example' }).payments.kind).toBe('stripe');
  });

  it('requires keys that belong together, refusing each alone without repeating it', () => {
    for (const name of Object.keys(keys) as (keyof typeof keys)[]) {
      const { [name]: _, ...others } = keys;
      expect(() => readConfig(others)).toThrow(/^(?!.*_abc).*belong together/);
    }
    expect(() => readConfig({ ...keys, STRIPE_SECRET_KEY: 'pk_live_abc' })).toThrow(
      /^(?!.*pk_live).*STRIPE_SECRET_KEY is wrong/,
    );
  });
});

describe('where the sandbox sends its webhooks', () => {
  it('is the address that the site listens on, whatever that is', () => {
    expect(webhookAddress('0.0.0.0', 3000)).toMatch(/^http:\/\/127\.0\.0\.1:3000\/functions/);
    expect(webhookAddress('192.168.1.4', 80)).toMatch(/^http:\/\/192\.168\.1\.4:80\//);
    expect(webhookAddress('::1', 3000)).toMatch(/^http:\/\/\[::1\]:3000\//);
  });

  it('also if the site listens on every interface, while the sandbox stays on this machine', async () => {
    const config = readConfig({ HOST: '0.0.0.0' });
    const { sandbox, stop } = await openPayments(config, { file: undefined });
    expect(sandbox?.url).toMatch(/^http:\/\/127\.0\.0\.1:/);
    await stop();
  });

  it('and another process that is given its folder uses the same sandbox', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'));
    const other = { ...readConfig({ STRIPE_SANDBOX_OF: dataDir }), dataDir: '/nowhere' };
    await expect(openPayments(other)).rejects.toThrow(/no payments sandbox/);
    const first = await openPayments({ ...readConfig({}), dataDir });
    const { payments, sandbox } = await openPayments(other);
    expect(sandbox).toBeUndefined();
    expect(payments?.webhookSecret).toBe(first.sandbox?.webhookSecret);
    const stripe = await payments?.getStripe();
    await stripe?.customers.create({ email: 'a@people.example' });
    expect(Object.values(first.sandbox?.state.customers ?? {})).toHaveLength(1);
    await first.stop();
    rmSync(dataDir, { recursive: true });
  });
});
