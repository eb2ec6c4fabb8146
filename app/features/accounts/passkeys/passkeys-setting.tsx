import type { PasskeyListItem, User } from '@supabase/supabase-js';
import { useState } from 'react';
import { openSupabase } from '#app/data/supabase.ts';
import { Button } from '#app/ui/button.tsx';
import { late } from '#app/ui/late.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { Time } from '#app/ui/time.tsx';
import { useKeptFocus } from '#app/ui/use-kept-focus.ts';
import { useLoading } from '#app/ui/use-loading.ts';
import { dateAndTime } from '#app/ui/when.ts';
import { hasPasskeys, passkeyObstacle } from '../factors/passkey-place.ts';
import { Change, Setting } from '../settings/setting.tsx';
import { nameOfPasskey } from './name-of-passkey.ts';

const AddOwnPasskey = late(async () => (await import('./add-own-passkey.tsx')).default);
const RenamePasskey = late(async () => (await import('./rename-passkey.tsx')).RenamePasskey);
const RemovePasskey = late(async () => (await import('./remove-passkey.tsx')).RemovePasskey);

type Task = { kind: 'rename' | 'remove'; passkey: PasskeyListItem };

/** Passkeys that open the account by themselves; those of the second step are listed with the second steps. */
export function PasskeysSetting({ user }: { user: User }) {
  const { state, again } = useLoading(readPasskeys);
  const [task, setTask] = useState<Task>();
  const passkeys = state.data;
  // The passkey's button disappears with it, and the dialog before that.
  const place = useKeptFocus<HTMLDivElement>(
    passkeys && passkeys.length + Number(task !== undefined),
  );
  const obstacle =
    passkeyObstacle(location.hostname) ??
    (hasPasskeys() ? '' : 'This browser cannot create passkeys.');
  const isOff = state.failure?.code === 'passkey_disabled';
  if (isOff) return null;

  const close = () => setTask(undefined);
  const finish = () => {
    close();
    again();
  };
  return (
    <Setting
      title="Passkeys"
      intro="They open your account with a fingerprint, a face or a key instead of the password. A second step is asked for after them, too."
    >
      {state.failure && <LoadFailure failure={state.failure} again={again} />}
      {!passkeys && !state.failure && <Skeleton lines={1} label="Loading your passkeys…" />}
      <div className="setting-place" ref={place} tabIndex={-1}>
        {passkeys?.length === 0 && <p>None yet.</p>}
        {passkeys && passkeys.length > 0 && (
          <ul className="setting-list">
            {passkeys.map((passkey) => (
              <PasskeyEntry key={passkey.id} passkey={passkey} onTask={setTask} />
            ))}
          </ul>
        )}
      </div>
      {obstacle && <p className="account-small">{obstacle}</p>}
      {passkeys && !obstacle && (
        <Change label="Add a passkey">
          {(onClose) => <AddOwnPasskey passkeys={passkeys} onClose={onClose} onAdded={again} />}
        </Change>
      )}
      {task?.kind === 'rename' && (
        <RenamePasskey onLost={close} passkey={task.passkey} onClose={close} onDone={finish} />
      )}
      {task?.kind === 'remove' && passkeys && (
        <RemovePasskey
          onLost={close}
          passkey={task.passkey}
          isLast={passkeys.length === 1}
          user={user}
          onClose={close}
          onDone={finish}
        />
      )}
    </Setting>
  );
}

type PasskeyEntryProps = { passkey: PasskeyListItem; onTask(task: Task): void };

function PasskeyEntry({ passkey, onTask }: PasskeyEntryProps) {
  const name = nameOfPasskey(passkey);
  const { created_at: made, last_used_at: used } = passkey;
  return (
    <li>
      <div>
        <p>
          <b>{name}</b>
        </p>
        <p className="account-small">
          Made <Time at={made}>{dateAndTime(made)}</Time> ·{' '}
          {used ? (
            <>
              last used <Time at={used}>{dateAndTime(used)}</Time>
            </>
          ) : (
            'not used yet'
          )}
        </p>
      </div>
      <p>
        {(['rename', 'remove'] as const).map((kind) => (
          <Button key={kind} variant="quiet" size="small" onClick={() => onTask({ kind, passkey })}>
            {kind === 'rename' ? 'Rename' : 'Remove'}
            <span className="sr-only"> passkey {name}</span>
          </Button>
        ))}
      </p>
    </li>
  );
}

async function readPasskeys(): Promise<PasskeyListItem[]> {
  const client = await openSupabase();
  const { data, error } = await client.auth.passkey.list();
  if (error) throw error;
  return data;
}
