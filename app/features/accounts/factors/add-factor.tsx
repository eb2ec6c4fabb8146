import type { User } from '@supabase/supabase-js';
import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast.ts';
import { AddDevicePasskey, AddSecurityKey } from './add-passkey.tsx';
import { AddPhone } from './add-phone.tsx';
import { AddTotp } from './add-totp.tsx';
import { passkeyObstacle } from './passkey-place.ts';

const kinds = [
  {
    kind: 'device',
    name: 'Passkey on this device',
    text: 'Your fingerprint, face or screen lock. The quickest, and safe from fake pages.',
    isPasskey: true,
    Form: AddDevicePasskey,
  },
  {
    kind: 'key',
    name: 'Security key',
    text: 'A key that you plug in or hold near, or a passkey on your phone.',
    isPasskey: true,
    Form: AddSecurityKey,
  },
  {
    kind: 'totp',
    name: 'Authenticator app',
    text: 'An app on your phone shows six digits that change every half minute.',
    isPasskey: false,
    Form: AddTotp,
  },
  {
    kind: 'phone',
    name: 'Text message',
    text: 'We send six digits to your phone. Less safe than the others: whoever takes over your number gets the digits.',
    isPasskey: false,
    Form: AddPhone,
  },
] as const;

/** Chooses the kind of second step, then sets it up. */
export default function AddFactor({
  user,
  onClose,
  onAdded,
}: {
  user: User;
  onClose(): void;
  onAdded(): void;
}) {
  const [kind, setKind] = useState<(typeof kinds)[number]['kind']>();
  const chosen = kinds.find((each) => each.kind === kind);
  const names = (user.factors ?? []).map(({ friendly_name }) => friendly_name ?? '');

  async function finish() {
    toast({ title: 'Second step added', description: 'You will be asked for it from now on.' });
    onAdded();
    onClose();
  }

  if (chosen) {
    return <chosen.Form names={names} onDone={finish} onCancel={() => setKind(undefined)} />;
  }
  const obstacle = passkeyObstacle(location.hostname);
  const offered = kinds.filter(({ isPasskey }) => !(obstacle && isPasskey));
  return (
    <div className="grid gap-4">
      <ul className="setting-list">
        {offered.map(({ kind: value, name, text }) => (
          <li key={value}>
            <div>
              <p>
                <b>{name}</b>
              </p>
              <p className="account-small">{text}</p>
            </div>
            <Button variant="secondary" size="small" onClick={() => setKind(value)}>
              Set up<span className="sr-only"> {name}</span>
            </Button>
          </li>
        ))}
      </ul>
      {obstacle && <p className="account-small">{obstacle}</p>}
      <p>
        <Button variant="quiet" size="small" onClick={onClose}>
          Cancel
        </Button>
      </p>
    </div>
  );
}
