import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Time } from '#app/ui/time.tsx';
import { timeAgo } from '#app/ui/when.ts';

type Restored = { startFresh(): void; hideRestored(): void };

/** Says that the form contains what was typed before, and offers to start fresh. */
export function DraftNotice({ text, at }: { text: Restored; at: string }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <Notice title="Draft restored">
      <p>
        You wrote this <Time at={at}>{timeAgo(at)}</Time>. It was kept on this device.
      </p>
      <p className="actions mt-3">
        <Button variant="secondary" size="small" onClick={() => setAsking(true)}>
          Start fresh
        </Button>
        <Button variant="quiet" size="small" onClick={text.hideRestored}>
          Keep it
        </Button>
      </p>
      <ConfirmDialog
        title="Start fresh?"
        description="The draft will be deleted. This cannot be undone."
        confirmLabel="Start fresh"
        cancelLabel="Keep the draft"
        isDestructive
        open={isAsking}
        onOpenChange={setAsking}
        onConfirm={() => {
          setAsking(false);
          text.startFresh();
        }}
      />
    </Notice>
  );
}
