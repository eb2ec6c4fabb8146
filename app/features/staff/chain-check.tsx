import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { ChainStretch } from '#domain/staff/staff.ts';
import { grouped } from '#domain/text/grouped.ts';
import { useStaffCall } from './calls.tsx';

type State =
  | { kind: 'reading'; read: number; total: number }
  | { kind: 'whole'; read: number; head: string | null }
  | { kind: 'broken'; at: number }
  | { kind: 'failed'; message: string };

/** Verifies the log from its first entry to its last, a stretch at a time. */
export function ChainCheck({ onChecked }: { onChecked(): void }) {
  const call = useStaffCall();
  const [state, setState] = useState<State>();

  async function check(): Promise<State> {
    let read = 0;
    for (;;) {
      const answer = await call<ChainStretch>('check-log', { after: read });
      if ('failure' in answer) return { kind: 'failed', message: answer.failure.message };
      const { entries, total, head, next, broken_at: at } = answer.data;
      if (at !== null) return { kind: 'broken', at };
      read += entries;
      if (next === null) return { kind: 'whole', read, head };
      setState({ kind: 'reading', read, total });
    }
  }

  async function start() {
    setState({ kind: 'reading', read: 0, total: 0 });
    setState(await check());
    onChecked();
  }

  const isBusy = state?.kind === 'reading';
  return (
    <>
      <Button variant="secondary" size="small" isBusy={isBusy} onClick={start}>
        Check that nothing was changed
      </Button>
      <div role="status">{state && <Words state={state} />}</div>
    </>
  );
}

function Words({ state }: { state: State }) {
  switch (state.kind) {
    case 'reading':
      return state.total > 0 ? `${grouped(state.read)} of ${grouped(state.total)} read` : null;
    case 'failed':
      return <Notice tone="danger">{state.message}</Notice>;
    case 'broken':
      return (
        <Notice tone="danger" title={`Entry ${grouped(state.at)} is not as it was written`}>
          Somebody with access to the database changed the log. Compare with a backup.
        </Notice>
      );
    case 'whole':
      return (
        <Notice
          tone="good"
          title={
            state.read === 1
              ? 'The one entry holds together'
              : `All ${grouped(state.read)} entries hold together`
          }
        >
          <p>
            The newest carries <code>{state.head?.slice(0, 16)}</code>. Note it elsewhere: an end
            that was cut off shows only beside an earlier note.
          </p>
        </Notice>
      );
  }
}
