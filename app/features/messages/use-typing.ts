import type { RealtimeChannel } from '@supabase/supabase-js';
import { useCallback, useEffect, useRef, useState } from 'react';
import { openSupabase } from '#app/data/supabase.ts';

/** How often typing is reported, and how long a report counts. */
const sayMs = 3_000;
const believeMs = 6_000;

/**
 * Whether the other side of the open conversation is typing, and a way to report it for this side. The service decides
 * who may know; with `isOn` false nothing is sent or received.
 */
export function useTyping({
  userId,
  conversationId,
  isOn,
}: {
  userId: string;
  conversationId: string;
  isOn: boolean;
}) {
  const [isOtherTyping, setOtherTyping] = useState(false);
  const channel = useRef<RealtimeChannel>(undefined);
  const saidAt = useRef(0);

  // Synchronises with this conversation's channel, while it is open.
  useEffect(() => {
    if (!isOn) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hear = ({ payload }: { payload: { from?: string; isOver?: boolean } }) => {
      if (payload.from === userId) return;
      clearTimeout(timer);
      setOtherTyping(!payload.isOver);
      timer = setTimeout(() => setOtherTyping(false), believeMs);
    };
    async function join() {
      const client = await openSupabase();
      await client.realtime.setAuth();
      if (isOver) return;
      const mine = client
        .channel(`typing:${conversationId}`, { config: { private: true } })
        .on('broadcast', { event: 'typing' }, hear)
        // If this person may not listen, do not retry.
        .subscribe((_, error) => error?.message.startsWith('Unauthorized') && leave(mine));
      channel.current = mine;
    }
    function leave(joined?: RealtimeChannel) {
      channel.current = undefined;
      joined?.unsubscribe();
    }
    join().catch(() => {});
    return () => {
      isOver = true;
      clearTimeout(timer);
      setOtherTyping(false);
      leave(channel.current);
    };
  }, [userId, conversationId, isOn]);

  const say = useCallback(
    (isOver: boolean) => {
      const now = Date.now();
      const since = now - saidAt.current;
      // Ignores a clock that was set back.
      if (isOver ? saidAt.current === 0 : since >= 0 && since < sayMs) return;
      saidAt.current = isOver ? 0 : now;
      const joined = channel.current;
      // Not over HTTP: a late report would be pointless.
      if (joined?.state !== 'joined') return;
      joined.send({ type: 'broadcast', event: 'typing', payload: { from: userId, isOver } });
    },
    [userId],
  );
  return { isOtherTyping, say };
}

export type Typing = ReturnType<typeof useTyping>;
