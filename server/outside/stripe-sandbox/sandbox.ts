import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { StartError } from '#database/start-error.ts';
import { isOfThisMachine } from '../../settings/site-address.ts';
import { brokenOff, createApiAnswer } from './answer-call.ts';
import { answerCheckout, notThere } from './checkout-pages.ts';
import { expireOldCheckouts } from './checkouts.ts';
import { createDelivery } from './deliver.ts';
import { type Faults, noFaults } from './faults.ts';
import { styles } from './look.ts';
import { answerInvoice, answerPortal } from './portal-pages.ts';
import { openStore } from './state.ts';
import { catchUp } from './subscriptions.ts';

export type SandboxOptions = {
  /** Where the state is kept; without it the sandbox forgets everything when it ends. */
  file?: string;
  /** The wanted port; otherwise the last one, or any that is free. */
  port?: number;
  /** The site's own port, which must stay free. */
  sitePort?: number;
  /** The address of the site that uses the sandbox, and a real key if there is one. */
  siteUrl: string;
  realKey?: string | undefined;
  faults?: Faults;
  retryWaits?: number[];
};

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/** The part of Stripe that the site uses, as an HTTP server that only this machine can reach. */
export async function startSandbox({
  file,
  port,
  sitePort,
  siteUrl,
  realKey,
  faults = noFaults(),
  retryWaits,
}: SandboxOptions) {
  if (realKey) {
    throw new StartError('The payments sandbox does not run beside a real key of Stripe.');
  }
  if (!isOfThisMachine(siteUrl)) {
    throw new StartError(
      `The payments sandbox does not run on a site that others reach (${siteUrl}).`,
    );
  }
  const store = openStore(file);
  const { state } = store;
  const calls: string[] = [];
  const delivery = createDelivery(store, faults, retryWaits);
  const answerCall = createApiAnswer(store, faults, (call) => {
    calls.push(call);
    if (calls.length > 1_000) calls.shift();
  });

  /** What happens with time alone: renewals, retries, ends. */
  function passTime() {
    for (const customer of Object.keys(state.customers)) catchUp(state, customer);
    expireOldCheckouts(state);
  }

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    // Any other Host means that some website has sent a browser here (DNS rebinding).
    if (!isOfThisMachine(url.origin)) return notThere();
    passTime();
    const response = await choose(request, url);
    await store.save();
    delivery.wake();
    return response;
  }

  async function choose(request: Request, url: URL): Promise<Response> {
    if (url.pathname.startsWith('/v1/')) return answerCall(request);
    if (url.pathname === '/look.css') return styles();
    const form = request.method === 'POST' ? new URLSearchParams(await request.text()) : undefined;
    const [, room, id = ''] = url.pathname.match(/^\/(c\/pay|p\/session|i)\/(\w+)$/) ?? [];
    if (room === 'c/pay') return answerCheckout(state, id, form);
    if (room === 'p/session') return answerPortal(state, id, form);
    if (room === 'i') return answerInvoice(state, id, form);
    return notThere();
  }

  const server = await open(answer, port ?? (state.port === sitePort ? 0 : state.port));
  const address = server.address();
  state.port = typeof address === 'object' && address ? address.port : 0;
  await store.save();
  const heart = setInterval(() => {
    passTime();
    delivery.wake();
  }, 30_000);
  heart.unref();

  return {
    url: `http://127.0.0.1:${state.port}`,
    port: state.port,
    secretKey: state.secretKey,
    webhookSecret: state.webhookSecret,
    /** For tests: the state, the calls so far, and the faults. */
    state,
    calls,
    faults,
    sign: delivery.sign,
    deliverNow: delivery.deliverNow,
    tell: delivery.tell,
    async stop() {
      clearInterval(heart);
      await delivery.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await store.save();
    },
  };
}

/** The wanted port, or another one if it is taken. */
async function open(answer: (request: Request) => Promise<Response>, port: number) {
  try {
    return await listen(answer, port);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return listen(answer, 0);
  }
}

function listen(answer: (request: Request) => Promise<Response>, port: number): Promise<Server> {
  const server = createAdaptorServer({
    fetch: async (request, { incoming }: { incoming: { socket: { destroy(): void } } }) => {
      const response = await answer(request);
      if (response === brokenOff) incoming.socket.destroy();
      return response;
    },
  }) as Server;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
