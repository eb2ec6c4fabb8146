import { useEffect, useRef, useState } from 'react';
import { useAuth } from '#app/session/use-auth.ts';
import { Button } from '#app/ui/button.tsx';
import { PasskeyForm } from './passkey-form.tsx';
import { PhoneForm } from './phone-form.tsx';
import { RecoveryCodeForm } from './recovery-code-form.tsx';
import { TotpForm } from './totp-form.tsx';
import { type Way, waysOf } from './ways.ts';

type SecondFactorStepProps = {
  /** Called before a request that may complete the sign-in. */
  onBegin(): void;
  onDone(): Promise<void>;
  onCancel(): Promise<void>;
};

/** The second step of signing in, with whichever factor is at hand. */
export function SecondFactorStep({ onBegin, onDone, onCancel }: SecondFactorStepProps) {
  const { user } = useAuth();
  const ways = waysOf(user?.factors);
  const [chosen, setChosen] = useState<string>();
  const way = ways.find(({ id }) => id === chosen) ?? ways[0];
  const others = ways.filter(({ id }) => id !== way?.id);
  const place = useRef<HTMLDivElement>(null);

  // Synchronises focus with the button of the chosen factor, which has disappeared.
  useEffect(() => {
    if (chosen) place.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, [chosen]);

  return (
    <div className="grid gap-6" ref={place}>
      {way && <WayForm key={way.id} way={way} onBegin={onBegin} onDone={onDone} />}
      <div className="other-ways">
        {others.length > 0 && (
          <>
            <h2>Another way</h2>
            <ul>
              {others.map(({ id, label }) => (
                <li key={id}>
                  <Button variant="quiet" size="small" onClick={() => setChosen(id)}>
                    {label}
                  </Button>
                </li>
              ))}
            </ul>
          </>
        )}
        <p className="account-small">
          None of these work? <SignOutButton onCancel={onCancel} /> and write to us from the address
          of your account.
        </p>
      </div>
    </div>
  );
}

function WayForm({
  way,
  ...steps
}: { way: Way } & Pick<SecondFactorStepProps, 'onBegin' | 'onDone'>) {
  switch (way.kind) {
    case 'totp':
      return <TotpForm factorId={way.id} {...steps} />;
    case 'phone':
      return <PhoneForm factorId={way.id} {...steps} />;
    case 'webauthn':
      return <PasskeyForm factorId={way.id} {...steps} />;
    case 'recovery':
      return <RecoveryCodeForm {...steps} />;
  }
}

function SignOutButton({ onCancel }: Pick<SecondFactorStepProps, 'onCancel'>) {
  return (
    <button type="button" className="link" onClick={onCancel}>
      Sign out
    </button>
  );
}
