import type { RealtimePostgresChangesPayload } from '@supabase/supabase-js';
import type { Actor, Actors } from './actors.ts';
import { testKeys } from './test-keys.ts';
import { joined, type openSockets } from './test-sockets.ts';

export type Change = RealtimePostgresChangesPayload<Record<string, unknown>>;
type Wish = { event?: '*'; schema?: string; table?: string; filter?: string; select?: string[] };

/** Follows live updates as somebody, from the moment the server confirms. */
export function createFollowing(actors: Actors, here: Awaited<ReturnType<typeof openSockets>>) {
  const keyOf = (person: Actor) =>
    person === actors.staff ? { params: { apikey: testKeys.secretKey } } : {};
  const tokenOf = ({ headers }: Actor) => headers.authorization?.slice('Bearer '.length);

  let channels = 0;

  return async function follow(person: Actor, wish: Wish = {}, sockets = here) {
    channels += 1;
    const channel = sockets.connect(tokenOf(person), keyOf(person)).channel(`changes ${channels}`, {
      config: { broadcast: { ack: true } },
    });
    const heard: Change[] = [];
    const waiting: { isIt: (change: Change) => boolean; found: () => void }[] = [];
    const subscribed = new Promise<string>((resolve) =>
      channel.on('system', {}, ({ message }: { message: string }) => resolve(message)),
    );
    channel.on('postgres_changes', { event: '*', schema: 'public', ...wish }, (change: Change) => {
      heard.push(change);
      for (const { isIt, found } of waiting) if (isIt(change)) found();
    });
    await joined(channel);
    const message = await subscribed;
    return {
      message,
      heard,
      /** Resolves when everything sent so far has arrived. */
      settle: () => channel.send({ type: 'broadcast', event: 'settle', payload: {} }),
      until: (isIt: (change: Change) => boolean) =>
        new Promise<void>((found) => {
          if (heard.some(isIt)) found();
          else waiting.push({ isIt, found });
        }),
    };
  };
}
