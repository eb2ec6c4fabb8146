import { lazy, Suspense, useState } from 'react';
import { Fold } from '#app/ui/form-group.tsx';
import type { ReadResumeProps } from './read-resume.tsx';

const ReadResume = lazy(() => import('./read-resume.tsx'));

/** What it takes comes when somebody opens it; the line itself is there with the form, which it would push down. */
export function FillFromResume(props: ReadResumeProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Fold title="Start from your resume" isOpen={false} onOpen={() => setOpen(true)}>
      <Suspense>{isOpen && <ReadResume {...props} />}</Suspense>
    </Fold>
  );
}
