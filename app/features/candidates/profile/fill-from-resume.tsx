import { useState } from 'react';
import { Fold } from '#app/ui/form-group.tsx';
import { late } from '#app/ui/late.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { ReadResumeProps } from './read-resume.tsx';

const ReadResume = late(async () => (await import('./read-resume.tsx')).default);

/**
 * Its code is loaded when it is opened; the line itself is rendered with the form, which it would otherwise push down.
 */
export function FillFromResume(props: ReadResumeProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Fold title="Start from your resume" isOpen={false} onOpen={() => setOpen(true)}>
      {isOpen && <ReadResume {...props} waiting={<Skeleton lines={2} />} />}
    </Fold>
  );
}
