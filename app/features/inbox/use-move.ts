import { useRef, useState } from 'react';
import { openData } from '#app/data/open-data.ts';
import { type Failure, failureOf } from '#app/ui/failure.ts';
import { toast } from '#app/ui/toast.ts';
import { nameState } from '#domain/applications/inbox.ts';

type Moved = { id: string; name: string; state: string };

/** `kept`: the state that the site has afterwards. `isStale`: whether what is shown besides must be read again. */
type Outcome = { kept: string; isStale: boolean; failure?: Failure };

/**
 * Moves an application, on the screen at once. If the site refuses, the move is undone and reported; if somebody else
 * was faster, everything is reloaded.
 */
export function useMove(show: (id: string, state: string) => void, again: () => void) {
  const [said, say] = useState('');
  // The last move of each card that has not been answered. The next one is sent afterwards, and builds on its outcome.
  const underWay = useRef(new Map<string, Promise<Outcome>>());

  async function move({ id, name, state }: Moved, wanted: string) {
    if (state === wanted) return;
    show(id, wanted);
    say(`${name} moved to ${nameState(wanted)}.`);
    const before = underWay.current.get(id) ?? Promise.resolve({ kept: state, isStale: false });
    const mine = before.then((outcome) => send(id, outcome, wanted));
    underWay.current.set(id, mine);
    const { kept, isStale, failure } = await mine;
    const isLast = underWay.current.get(id) === mine;
    if (isLast) underWay.current.delete(id);
    if (failure) {
      const { message } = failure;
      say(`${name} was not moved. ${message}`);
      toast({ title: 'Not moved', description: message, kind: 'error', id: `move ${id}` });
      if (isLast) show(id, kept);
    }
    // Only now, or what is read would take back what a later move shows.
    if (isLast && isStale) again();
  }

  return { move, said, say };
}

async function send(
  application: string,
  { kept, isStale }: Outcome,
  wanted: string,
): Promise<Outcome> {
  try {
    const client = await openData();
    const { error } = await client.rpc('move_application', { application, seen: kept, wanted });
    if (error) throw error;
    // The counts next to it.
    return { kept: wanted, isStale: true };
  } catch (error) {
    const failure = failureOf(error);
    // Somebody else was faster.
    const isRefused = failure.code.startsWith('PT');
    return { kept, isStale: isStale || isRefused, failure };
  }
}
