import { setTimeout as delay } from 'node:timers/promises';
import { answers } from './api.ts';
import { apiVersion, findCall } from './facts.ts';
import { type Faults, faultMessages } from './faults.ts';
import { readParams } from './read-params.ts';
import { Refusal, refuse } from './refusal.ts';
import { newId, type Store } from './state.ts';
import { realNow } from './time.ts';

const keysLast = 86_400;

/** A connection that breaks off; the sandbox's server turns this into one. */
export const brokenOff = new Response(null, { status: 599 });

/** Stripe's API: authentication, dispatch, and idempotent retries. */
export function createApiAnswer(store: Store, faults: Faults, heard: (call: string) => void) {
  const { state } = store;
  const underWay = new Set<string>();

  return async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const body = await request.text();
    const key = request.headers.get('idempotency-key');
    const asked = `${request.method} ${url.pathname}${url.search} ${body}`;
    heard(asked);
    const isHit = !faults.only || faults.only.test(`${request.method} ${url.pathname}`);
    if (key && underWay.has(key)) {
      return refusalOf(409, 'idempotency_key_in_use', 'Another request with this key runs now.');
    }
    if (key) underWay.add(key);
    try {
      if (isHit && faults.slowMs) await delay(faults.slowMs);
      forgetOldKeys();
      const known = key ? state.answers[key] : undefined;
      if (known && known.request !== asked) {
        const message = 'Keys for idempotent requests can only be used with the same parameters.';
        return respond(400, { error: { type: 'idempotency_error', message } });
      }
      if (known) return respond(known.status, known.body, { 'idempotent-replayed': 'true' });
      const answer =
        isHit && faults.status
          ? { status: faults.status, body: { error: faultMessages[faults.status] } }
          : work(request, url, body);
      // Stripe stores the result of the work for an idempotency key, including its own failures,
      // but not requests that it rejected.
      if (key && (answer.status < 400 || answer.status >= 500)) {
        state.answers[key] = { request: asked, ...answer, at: realNow() };
      }
      if (request.method !== 'GET') await store.save();
      return isHit && faults.dies ? brokenOff : respond(answer.status, answer.body);
    } finally {
      if (key) underWay.delete(key);
    }
  };

  function work(request: Request, url: URL, body: string): { status: number; body: object } {
    try {
      if (request.headers.get('authorization') !== `Bearer ${state.secretKey}`) {
        throw new Refusal(401, 'invalid_request_error', 'Invalid API Key provided.');
      }
      const found = findCall(request.method, url.pathname);
      if (!found) {
        return refuse(
          404,
          'url_invalid',
          `Unrecognized request URL (${request.method}: ${url.pathname}).`,
        );
      }
      const form =
        request.method === 'POST' ? new URLSearchParams(body) : new URLSearchParams(url.search);
      const params = readParams(found.call, form);
      // A copy: the answer is what was true at the time of the call.
      return { status: 200, body: structuredClone(answers[found.name](state, params, found.id)) };
    } catch (error) {
      if (error instanceof Refusal) return { status: error.status, body: error.body };
      throw error;
    }
  }

  function forgetOldKeys() {
    for (const [key, { at }] of Object.entries(state.answers)) {
      if (at < realNow() - keysLast) delete state.answers[key];
    }
  }
}

function refusalOf(status: number, code: string, message: string) {
  return respond(status, new Refusal(status, 'invalid_request_error', message, code).body);
}

function respond(status: number, body: object, headers: Record<string, string> = {}): Response {
  return Response.json(body, {
    status,
    headers: { 'request-id': newId('req'), 'stripe-version': apiVersion, ...headers },
  });
}
