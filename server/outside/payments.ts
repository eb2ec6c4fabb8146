import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type Stripe from 'stripe';
import type { Payments } from '#api/billing/context.ts';
import { StartError } from '#database/start-error.ts';
import type { Config } from '../settings/config.ts';
import { inUrl } from '../settings/site-address.ts';
import { createReader } from './read-payments.ts';
import { apiVersion } from './stripe-sandbox/facts.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from './stripe-sandbox/sandbox.ts';
import { openStore, priceId } from './stripe-sandbox/state.ts';

const stateFile = 'stripe-sandbox.json';

export type OpenedPayments = {
  payments: Payments | undefined;
  sandbox: Sandbox | undefined;
  stop(): Promise<void>;
};

type Place = Pick<Config, 'payments' | 'dataDir' | 'givenSiteUrl' | 'port'>;

/** Stripe, or the sandbox in its place, or nothing; see `readPaymentsConfig`. */
export async function openPayments(
  { payments: settings, dataDir, givenSiteUrl, port }: Place,
  overrides: Partial<SandboxOptions> = {},
): Promise<OpenedPayments> {
  const { graceDays } = settings;
  const nothing = { sandbox: undefined, stop: async () => {} };
  if (settings.kind === 'off') return { ...nothing, payments: undefined };
  if (settings.kind === 'stripe') {
    const { secretKey, webhookSecret, priceId, collectsTax } = settings;
    const getStripe = lazily(secretKey);
    const read = createReader(secretKey, 'https://api.stripe.com', patience);
    const payments = { getStripe, read, webhookSecret, priceId, collectsTax, graceDays };
    return { ...nothing, payments };
  }
  // The process that runs the sandbox gets its webhooks; all processes learn of payments from the database.
  if (settings.ofFolder !== undefined) {
    const file = join(settings.ofFolder, stateFile);
    if (!existsSync(file)) {
      throw new StartError(
        `There is no payments sandbox in ${settings.ofFolder}, which STRIPE_SANDBOX_OF names. Start the process that has it first.`,
      );
    }
    const { state } = openStore(file);
    return { ...nothing, payments: sandboxPayments(state, graceDays) };
  }
  mkdirSync(dataDir, { recursive: true });
  const sandbox = await startSandbox({
    file: join(dataDir, stateFile),
    port: settings.port,
    sitePort: port,
    // Without an address of its own the site may listen on every interface; the sandbox never does.
    siteUrl: givenSiteUrl ?? 'http://127.0.0.1',
    ...overrides,
  });
  return { payments: sandboxPayments(sandbox, graceDays), sandbox, stop: sandbox.stop };
}

/** A demo begins with a payment, so the code for it is loaded in advance if nobody has paid yet. */
export async function loadForFirstPayment({
  payments,
  seed,
  dataDir,
}: Pick<Config, 'payments' | 'seed' | 'dataDir'>) {
  const isFirst = seed === 'demo' && payments.kind === 'sandbox';
  if (isFirst && !existsSync(join(dataDir, stateFile))) await import('stripe');
}

/** Where the sandbox sends its webhooks: the address that the site listens on. */
export function webhookAddress(host: string, port: number): string {
  const own = /^(0\.0\.0\.0|::)$/.test(host) ? '127.0.0.1' : host;
  return `http://${inUrl(own)}:${port}/functions/v1/stripe-webhook`;
}

/** For commands that run beside a running site: they use its sandbox instead of starting a second one. */
export async function joinPayments(config: Place) {
  const { state } = openStore(join(config.dataDir, stateFile));
  const answers =
    config.payments.kind === 'sandbox' &&
    (await fetch(`http://127.0.0.1:${state.port}/v1/customers?limit=1`, {
      headers: { authorization: `Bearer ${state.secretKey}` },
    }).then(
      ({ ok }) => ok,
      () => false,
    ));
  if (!answers) return openPayments(config);
  const payments = sandboxPayments(state, config.payments.graceDays);
  return { payments, sandbox: undefined, stop: async () => {} };
}

/** The same SDK, pointed at the sandbox. */
export function sandboxPayments(
  { secretKey, webhookSecret, port }: Pick<Sandbox, 'secretKey' | 'webhookSecret' | 'port'>,
  graceDays: number,
  timeout?: number,
): Payments {
  const getStripe = lazily(secretKey, { host: '127.0.0.1', port, protocol: 'http' }, timeout);
  const read = createReader(secretKey, `http://127.0.0.1:${port}`, timeout ?? patience);
  return { getStripe, read, webhookSecret, priceId, collectsTax: false, graceDays };
}

type Address = Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'>;

/** People wait for most answers: after two tries of eight seconds they are told that it failed. */
const patience = 8_000;

/** The SDK takes 30 MB of memory, so it is loaded when somebody first pays or is checked. */
function lazily(
  secretKey: string,
  address: Address = {},
  timeout = patience,
): () => Promise<Stripe> {
  let stripe: Stripe | undefined;
  return async () => {
    const { Stripe } = await import('stripe');
    stripe ??= new Stripe(secretKey, {
      apiVersion,
      timeout,
      maxNetworkRetries: 1,
      telemetry: false,
      ...address,
    });
    return stripe;
  };
}
