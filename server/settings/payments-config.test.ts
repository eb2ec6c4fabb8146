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
  it('the sandbox on this machine, as long as no keys are set', () => {
    expect(readConfig({}).payments.kind).toBe('sandbox');
    expect(readConfig({ SITE_URL: 'http://localhost:3000' }).payments.kind).toBe('sandbox');
  });

  it('none on a site that others reach without keys: a membership would be free', () => {
    for (const SITE_URL of ['https://www.site.example', 'http://192.168.1.4:3000']) {
      expect(readConfig({ SITE_URL }).payments.kind).toBe('off');
    }
  });

  it('Stripe with its keys, wherever the site is', () => {
    expect(readConfig(keys).payments).toMatchObject({ kind: 'stripe', collectsTax: false });
    expect(readConfig({ ...keys, SITE_URL: 'https://site.example' }).payments.kind).toBe('stripe');
  });

  it('keys that belong together are refused one by one, without being repeated', () => {
    for (const name of Object.keys(keys) as (keyof typeof keys)[]) {
      const { [name]: _, ...others } = keys;
      expect(() => readConfig(others)).toThrow(/^(?!.*_abc).*belong together/);
    }
    expect(() => readConfig({ ...keys, STRIPE_SECRET_KEY: 'pk_live_abc' })).toThrow(
      /^(?!.*pk_live).*STRIPE_SECRET_KEY is wrong/,
    );
  });
});

describe('where the sandbox tells what happened', () => {
  it('the address that the site listens on, which may be any', () => {
    expect(webhookAddress('0.0.0.0', 3000)).toMatch(/^http:\/\/127\.0\.0\.1:3000\/functions/);
    expect(webhookAddress('192.168.1.4', 80)).toMatch(/^http:\/\/192\.168\.1\.4:80\//);
    expect(webhookAddress('::1', 3000)).toMatch(/^http:\/\/\[::1\]:3000\//);
  });

  it('and it runs where the site listens to everybody, itself on this machine alone', async () => {
    const config = readConfig({ HOST: '0.0.0.0' });
    const { sandbox, stop } = await openPayments(config, { file: undefined });
    expect(sandbox?.url).toMatch(/^http:\/\/127\.0\.0\.1:/);
    await stop();
  });

  it('and another process that is told its folder asks the same one', async () => {
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
