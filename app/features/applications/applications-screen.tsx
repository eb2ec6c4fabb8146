import type { User } from '@supabase/supabase-js';
import { useRef, useState } from 'react';
import { openData } from '#app/data/open-data.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Switch } from '#app/ui/choice.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { failureOf } from '#app/ui/failure.ts';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toastError } from '#app/ui/toast.ts';
import { useKeptFocus } from '#app/ui/use-kept-focus.ts';
import { useLoading } from '#app/ui/use-loading.ts';
import { hasStill, useMore } from '#app/ui/use-more.ts';
import { useQuickChanges } from '#app/ui/use-quick-changes.ts';
import { Waiting } from '#app/ui/waiting.tsx';
import * as links from '#domain/site/links.ts';
import { grouped } from '#domain/text/grouped.ts';
import type { ApplicationRow } from './application-row.ts';
import { isOpen, OwnApplication } from './own-application.tsx';
import { readApplications, readShown } from './read-applications.ts';
import './applications.css';

/** All of somebody's applications: open ones before finished ones, each newest first. */
export function ApplicationsScreen({ user }: { user: User }) {
  const shown = useRef(0);
  const list = useLoading(() => readScreen(user.id, shown.current), { key: user.id });
  const { state, again } = list;
  shown.current = state.data?.rows.length ?? 0;
  const older = useMore(list, async ({ rows }) => {
    const last = rows.at(-1);
    const next = await readApplications(await openData(), last);
    return (now) =>
      hasStill(now.rows, last) ? { ...now, ...next, rows: [...now.rows, ...next.rows] } : now;
  });
  return (
    <div className="wrap">
      {state.kind === 'waiting' && (
        <Waiting>
          <Skeleton lines={6} label="Loading your applications…" />
        </Waiting>
      )}
      {state.failure && (
        <LoadFailure
          title="Your applications could not be loaded"
          failure={state.failure}
          again={again}
        />
      )}
      {state.kind === 'there' && (
        <>
          <List {...state.data} onChange={again} />
          {!state.data.isWhole && (
            <p className="mt-8 mb-4">
              These are your newest {grouped(state.data.rows.length)} applications.
            </p>
          )}
          <ShowMore hasMore={!state.data.isWhole} more={older}>
            Load older applications
          </ShowMore>
          <MailSwitch userId={user.id} first={state.data.wantsMails} />
        </>
      )}
    </div>
  );
}

type ListProps = { rows: ApplicationRow[]; isWhole: boolean; onChange(): void };

function List({ rows, ...more }: ListProps) {
  // All can be deleted, and open ones withdrawn.
  const place = useKeptFocus<HTMLElement>(rows.length + rows.filter(isOpen).length);
  return (
    <section ref={place} tabIndex={-1} aria-label="Applications">
      {rows.length === 0 && (
        <EmptyState
          title="You have not applied here yet"
          action={<ButtonLink href={links.jobs}>Browse Opportunities</ButtonLink>}
        >
          Many jobs take your application on this site. You then see here how it stands.
        </EmptyState>
      )}
      <Part title="Under way" rows={rows.filter(isOpen)} {...more} />
      <Part title="Past" rows={rows.filter((row) => !isOpen(row))} {...more} />
    </section>
  );
}

/** How many are shown at first, and added by each press. */
const step = 20;

function Part({ title, rows, isWhole, onChange }: ListProps & { title: string }) {
  const [count, setCount] = useState(step);
  if (rows.length === 0) return null;
  return (
    <>
      <h2 className="own-applications-title">
        {title} ({rows.length}
        {!isWhole && ' so far'})
      </h2>
      <ul className="own-applications">
        {rows.slice(0, count).map((row) => (
          <OwnApplication key={row.id} row={row} onChange={onChange} />
        ))}
      </ul>
      <ShowMore hasMore={rows.length > count} more={{ more: () => setCount(count + step) }} />
    </>
  );
}

function MailSwitch({ userId, first }: { userId: string; first: boolean }) {
  const [isOn, setOn] = useState<boolean | undefined>(first);
  const make = useQuickChanges(isOn, setOn);
  const write = (wanted: boolean) =>
    make(
      () => wanted,
      async () => {
        const client = await openData();
        const { error } = await client
          .from('message_settings')
          .upsert({ user_id: userId, application_mails: wanted });
        if (error) throw error;
      },
    ).catch((error: unknown) => toastError(failureOf(error).message));
  return (
    <div className="pt-6 pb-16">
      <Switch
        label="Email me when an application changes"
        checked={isOn}
        onChange={(event) => write(event.target.checked)}
      />
    </div>
  );
}

async function readScreen(userId: string, shown: number) {
  const client = await openData();
  const [list, settings] = await Promise.all([
    readShown(client, shown),
    client.from('message_settings').select('application_mails').eq('user_id', userId).maybeSingle(),
  ]);
  if (settings.error) throw settings.error;
  return { ...list, wantsMails: settings.data?.application_mails ?? true };
}
