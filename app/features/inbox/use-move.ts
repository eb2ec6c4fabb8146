import { useState } from 'react';
import { openData } from '#app/data/open-data.ts';
import { failureOf } from '#app/ui/failure.ts';
import { toast } from '#app/ui/toast.ts';
import { useInTurn } from '#app/ui/use-in-turn.ts';
import { nameState } from '#domain/applications/inbox.ts';

type Moved = { id: string; name: string; state: string };

/**
 * Moves an application, on the screen at once. If the site refuses, the move is undone and reported; if somebody else
 * was faster, everything is reloaded.
 */
export function useMove(show: (id: string, state: string) => void, again: () => void) {
  const [said, say] = useState('');
  // The next state of the same card is told only when this one is kept.
  const inTurn = useInTurn();

  async function move({ id, name, state }: Moved, wanted: string) {
    if (state === wanted) return;
    show(id, wanted);
    say(`${name} moved to ${nameState(wanted)}.`);
    try {
      await inTurn(async () => {
        const client = await openData();
        const { error } = await client.rpc('move_application', {
          application: id,
          seen: state,
          wanted,
        });
        if (error) throw error;
      });
    } catch (error) {
      show(id, state);
      const { code, message } = failureOf(error);
      say(`${name} was not moved. ${message}`);
      toast({ title: 'Not moved', description: message, kind: 'error', id: `move ${id}` });
      if (code.startsWith('PT')) again();
      return;
    }
    // For the counts next to it.
    again();
  }

  return { move, said, say };
}
