import type { ComponentProps } from 'react';
import { late } from '#app/ui/late.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { DraftPlace } from './draft-place.tsx';

const DraftNotice = late(async () => (await import('./draft-notice.tsx')).DraftNotice);
if (mayHaveDraft()) DraftNotice.bring().catch(() => {});

type LateDraftNoticeProps = Pick<ComponentProps<typeof DraftNotice>, 'text'> & {
  at: string | undefined;
};

/**
 * Few people have a draft. For them the notice appears together with the form: later, it would move the field they are
 * typing in.
 */
export function LateDraftNotice({ text, at }: LateDraftNoticeProps) {
  return (
    <DraftPlace notices={Number(at !== undefined)}>
      {at && <DraftNotice text={text} at={at} waiting={<Room />} />}
    </DraftPlace>
  );
}

/** A placeholder as high as the notice. */
function Room() {
  return (
    <Notice title="Draft restored">
      <div className="min-h-25" />
    </Notice>
  );
}

/** False on the server, and where the browser blocks storage. */
function mayHaveDraft(): boolean {
  if (typeof document === 'undefined') return false;
  try {
    return [localStorage, sessionStorage].some((storage) =>
      Object.keys(storage).some((key) => /^(job|profile)-draft:/.test(key)),
    );
  } catch {
    return false;
  }
}
