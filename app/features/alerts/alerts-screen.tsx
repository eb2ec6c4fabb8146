import type { User } from '@supabase/supabase-js';
import { useRef } from 'react';
import { MailboxGone } from '#app/site-parts/mailbox-gone.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { failureOf } from '#app/ui/failure.ts';
import { Link } from '#app/ui/link.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toast, toastError } from '#app/ui/toast.ts';
import { useLoading } from '#app/ui/use-loading.ts';
import { useQuickChanges } from '#app/ui/use-quick-changes.ts';
import { Waiting } from '#app/ui/waiting.tsx';
import { mostAlerts } from '#domain/alerts/alerts.ts';
import * as links from '#domain/site/links.ts';
import { AlertEntry } from './alert-entry.tsx';
import { FittingJobs } from './fitting-jobs.tsx';
import { changeAlert, type OwnAlert, readAlerts, removeAlert } from './own-alerts.ts';
import './alerts.css';

/** The alerts that somebody gets by email, and what fits their profile now. */
export function AlertsScreen({ user }: { user: User }) {
  const { state, again, change } = useLoading(readAlerts, { key: user.id });
  const place = useRef<HTMLDivElement>(null);
  const { alerts, isProved } = (state.failure ? undefined : state.data) ?? {};

  const make = useQuickChanges(state.data, change);

  /** Shown at once, and undone if it fails. */
  async function tell(
    next: (alerts: OwnAlert[]) => OwnAlert[],
    work: () => Promise<void>,
    done?: string,
  ) {
    try {
      await make((now) => ({ ...now, alerts: next(now.alerts) }), work);
      if (done) toast({ title: done });
    } catch (error) {
      again();
      toastError(failureOf(error).message);
    }
  }

  return (
    <div className="wrap alerts-screen">
      <MailboxGone user={user}>
        Alerts do not reach you there. Change the address under{' '}
        <Link href={links.account}>your account</Link>.
      </MailboxGone>
      <section aria-labelledby="alerts-title" ref={place} tabIndex={-1}>
        <h2 id="alerts-title" className="sr-only">
          Saved alerts
        </h2>
        {state.kind === 'waiting' && (
          <Waiting>
            <Skeleton lines={4} label="Loading your alerts…" />
          </Waiting>
        )}
        {state.failure && (
          <LoadFailure
            title="Your alerts could not be loaded"
            failure={state.failure}
            again={again}
          />
        )}
        {alerts?.length === 0 && (
          <EmptyState
            title="You have no alerts yet"
            action={<ButtonLink href={links.jobs}>Search the job board</ButtonLink>}
          >
            Search for what you want, then press “Email me new ones” under the list.
          </EmptyState>
        )}
        {alerts && alerts.length > 0 && (
          <>
            {!isProved && (
              <Notice title="Confirm your email address first">
                Alerts go only to an address that you have confirmed. What is new until then is not
                sent later. <Link href={links.account}>Go to your account</Link>
              </Notice>
            )}
            <p className="alerts-count">
              {alerts.length} of {mostAlerts} alerts
            </p>
            <ul className="alert-list">
              {alerts.map((alert) => (
                <AlertEntry
                  key={alert.id}
                  alert={alert}
                  onChange={(wanted) =>
                    tell(
                      (now) =>
                        now.map((each) => (each.id === alert.id ? { ...each, ...wanted } : each)),
                      () => changeAlert(alert.id, wanted),
                    )
                  }
                  onRemove={() => {
                    // The pressed button disappears with its alert.
                    place.current?.focus({ preventScroll: true });
                    tell(
                      (now) => now.filter((each) => each.id !== alert.id),
                      () => removeAlert(alert.id),
                      'Alert removed',
                    );
                  }}
                />
              ))}
            </ul>
          </>
        )}
      </section>
      <FittingJobs userId={user.id} hasAlert={alerts?.some(({ kind }) => kind === 'fit')} />
    </div>
  );
}
