import { apiVersion } from './facts.ts';
import { newId, type SandboxEvent, type State } from './state.ts';
import { realNow } from './time.ts';

/** As long as Stripe keeps trying: three days. */
const patience = 3 * 86_400;

/** Records an event, with a snapshot of the object, and that it must be delivered. */
export function emit(state: State, type: string, object: { object: string }): SandboxEvent {
  const event: SandboxEvent = {
    id: newId('evt'),
    object: 'event',
    api_version: apiVersion,
    created: realNow(),
    data: { object: structuredClone(object) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
  state.events[event.id] = event;
  state.deliveries[event.id] = { attempts: 0, next: 0, until: realNow() + patience };
  return event;
}
