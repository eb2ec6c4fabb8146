import { useState } from 'react';
import { callFunction, readFunction } from '#app/data/call-function.ts';
import { openSupabase } from '#app/data/supabase.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { type Failure, failureOf } from '#app/ui/failure.ts';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { Time } from '#app/ui/time.tsx';
import { toast, toastError } from '#app/ui/toast.ts';
import { useKeptFocus } from '#app/ui/use-kept-focus.ts';
import { useLoading } from '#app/ui/use-loading.ts';
import { dateAndTime, timeAgo } from '#app/ui/when.ts';
import type { AccountRules } from '#domain/account/account-rules.ts';
import { useAccountRules } from '../use-account-rules.ts';
import { Setting } from './setting.tsx';

type OpenSession = {
  id: string;
  device: string;
  place: string;
  last_seen_at: string;
  is_current: boolean;
};

/** Where the person is signed in. A new `version` reads the list again. */
export function SessionsSetting({ version }: { version: number }) {
  const { sessions, failure, reload, end, endOthers, busy } = useSessions(version);
  const rules = useAccountRules();
  const place = useKeptFocus<HTMLUListElement>(sessions?.length);
  const hasOthers = sessions?.some(({ is_current }) => !is_current);
  return (
    <Setting
      title="Devices"
      intro={`Where you are signed in. End what you do not recognize.${describeEnd(rules)}`}
    >
      {failure && <LoadFailure failure={failure} again={reload} />}
      {!sessions && !failure && <Skeleton lines={3} label="Loading your devices…" />}
      {sessions && (
        <ul className="setting-list" ref={place} tabIndex={-1} aria-label="Devices">
          {sessions.map((session) => (
            <li key={session.id}>
              <div>
                <p>
                  <b>{capitalize(session.device)}</b>{' '}
                  {session.is_current && <Badge tone="good">This one</Badge>}
                </p>
                <p className="account-small">
                  <Time at={session.last_seen_at} title={dateAndTime(session.last_seen_at)}>
                    {timeAgo(session.last_seen_at)}
                  </Time>
                  {session.place && `\u00a0· network ${session.place}`}
                </p>
              </div>
              {!session.is_current && (
                <Button
                  variant="quiet"
                  size="small"
                  isBusy={busy === session.id}
                  onClick={() => end(session.id)}
                >
                  Sign out<span className="sr-only"> {session.device}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {hasOthers && (
        <Button variant="secondary" size="small" isBusy={busy === 'others'} onClick={endOthers}>
          Sign out all others
        </Button>
      )}
    </Setting>
  );
}

/** When a session ends by itself. */
function describeEnd({ sessionIdleDays: idle, sessionDays: longest }: AccountRules): string {
  const days = (count: number) => (count === 1 ? '1 day' : `${count} days`);
  const ends = [
    ...(idle > 0 ? [`${days(idle)} without use`] : []),
    ...(longest > 0 ? [`${days(longest)} in all`] : []),
  ];
  return ends.length > 0 ? ` Each ends by itself after ${ends.join(', or ')}.` : '';
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

type Answer = { sessions: OpenSession[] };

function useSessions(version: number) {
  const { state, again, change } = useLoading(askSessions, { version });
  const [refused, setRefused] = useState<Failure>();
  const [busy, setBusy] = useState<string>();

  async function show(body: object = {}) {
    const answer = await callFunction<Answer>('account-sessions', body);
    if ('failure' in answer) return setRefused(answer.failure);
    setRefused(undefined);
    change(() => answer.data);
  }

  async function end(id: string) {
    setBusy(id);
    await show({ end: id });
    setBusy(undefined);
  }

  async function endOthers() {
    setBusy('others');
    try {
      const client = await openSupabase();
      const { error } = await client.auth.signOut({ scope: 'others' });
      if (error) throw error;
      toast({ title: 'Other devices signed out' });
      await show();
    } catch (error) {
      toastError(failureOf(error).message);
    }
    setBusy(undefined);
  }

  return {
    sessions: state.data?.sessions,
    failure: refused ?? state.failure,
    reload() {
      setRefused(undefined);
      again();
    },
    end,
    endOthers,
    busy,
  };
}

const askSessions = () => readFunction<Answer>('account-sessions');
