import { useState } from 'react';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { useLoading } from '#app/ui/use-loading.ts';
import type { Newsletter } from '#domain/staff/newsletter.ts';
import type { StaffRole } from '#domain/staff/staff.ts';
import { useStaffRead } from '../calls.tsx';
import * as pages from '../links.ts';
import { goTo } from '../router.ts';
import { NewsletterForm } from './newsletter-form.tsx';
import { NewsletterSending } from './newsletter-sending.tsx';

type NewsletterPageProps = { id: string | undefined; role: StaffRole };

/** One newsletter: written, tested, sent, and then followed. */
export function NewsletterPage({ id, role }: NewsletterPageProps) {
  const read = useStaffRead();
  const [version, setVersion] = useState(0);
  const [isUnsaved, setUnsaved] = useState(false);
  const { state, again } = useLoading(() => read<Newsletter>('read-newsletter', { id }), {
    isWanted: id !== undefined,
    version,
  });
  const readAgain = () => setVersion((before) => before + 1);
  const known = state.data;
  const isOut = known !== undefined && known.progress.state !== 'draft';

  return (
    <>
      <p className="staff-back">
        <a className="link" href="/staff/newsletter">
          All newsletters
        </a>
      </p>
      <h1>{known?.subject ?? (id ? 'Newsletter' : 'Write a newsletter')}</h1>
      {id && state.kind === 'waiting' && <Skeleton lines={8} />}
      {state.failure && (
        <LoadFailure
          title="The newsletter could not be loaded"
          failure={state.failure}
          again={again}
        />
      )}
      {isOut && (
        <NewsletterSending newsletter={known} role={role} isUnsaved={false} onChanged={readAgain} />
      )}
      {(!id || known) && (
        <NewsletterForm
          newsletter={known}
          onTyped={setUnsaved}
          onSaved={(saved) =>
            id ? readAgain() : goTo(pages.newsletter(saved), { isReplacing: true })
          }
        />
      )}
      {known && !isOut && (
        <NewsletterSending
          newsletter={known}
          role={role}
          isUnsaved={isUnsaved}
          onChanged={readAgain}
        />
      )}
    </>
  );
}
