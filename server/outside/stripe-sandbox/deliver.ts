import { createHmac } from 'node:crypto';
import type { Faults } from './faults.ts';
import type { SandboxEvent, Store } from './state.ts';
import { realNow } from './time.ts';

export type Webhook = { url: string; send?: (request: Request) => Promise<Response> };

/** Seconds from each failed try to the next. */
const usualWaits = [1, 5, 30, 300, 3_600];

/**
 * Sends signed webhooks to the site, again and again until they are accepted or three days are
 * over.
 */
export function createDelivery(store: Store, faults: Faults, waits = usualWaits) {
  const { state } = store;
  let target: Webhook | undefined;
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> | undefined;

  /** Delivers what is due, one event after the other, so that a slow site is not flooded. */
  async function work() {
    for (;;) {
      const now = Date.now() / 1000;
      const due = Object.entries(state.deliveries).find(([, { next }]) => next <= now);
      if (!due || !target || faults.webhooksDown) break;
      await tryOne(...due);
    }
    await store.save();
    plan();
  }

  async function tryOne(id: string, delivery: State) {
    const event = state.events[id];
    const isHeard = event && target ? await send(event, target) : true;
    const isOver = realNow() > delivery.until;
    if (isHeard || isOver) {
      delete state.deliveries[id];
      return;
    }
    const wait = waits[Math.min(delivery.attempts, waits.length - 1)] ?? 0;
    delivery.attempts += 1;
    delivery.next = Date.now() / 1000 + wait;
  }

  function plan() {
    clearTimeout(timer);
    const next = Math.min(...Object.values(state.deliveries).map((each) => each.next));
    if (!Number.isFinite(next) || !target || faults.webhooksDown) return;
    timer = setTimeout(() => wake(), Math.max(0, next * 1000 - Date.now()));
    timer.unref();
  }

  function wake(): Promise<void> {
    working ??= work().finally(() => {
      working = undefined;
    });
    // Most callers do not wait: if the disk is full now, the next beat tries again.
    working.catch(() => {});
    return working;
  }

  return {
    /** Called whenever something may have happened. */
    wake,
    sign: (event: SandboxEvent, at = realNow()) => sign(event, state.webhookSecret, at),
    tell(webhook: Webhook) {
      target = webhook;
      // What could not be delivered before is delivered now.
      for (const delivery of Object.values(state.deliveries)) delivery.next = 0;
      wake();
    },
    /** Tries everything that is waiting now; for tests. */
    async deliverNow() {
      await working;
      for (const delivery of Object.values(state.deliveries)) delivery.next = 0;
      await wake();
    },
    async stop() {
      target = undefined;
      clearTimeout(timer);
      await working;
    },
  };

  async function send(event: SandboxEvent, { url, send: deliver = fetch }: Webhook) {
    const { body, header } = sign(event, state.webhookSecret, realNow());
    try {
      const response = await deliver(
        new Request(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'stripe-signature': header },
          body,
          signal: AbortSignal.timeout(10_000),
        }),
      );
      await response.arrayBuffer();
      return response.ok;
    } catch {
      return false;
    }
  }
}

type State = { attempts: number; next: number; until: number };

/** The body and the `Stripe-Signature` header, as the official SDK verifies them. */
function sign(event: object, secret: string, at: number) {
  const body = JSON.stringify(event);
  const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  return { body, header: `t=${at},v1=${signature}` };
}
