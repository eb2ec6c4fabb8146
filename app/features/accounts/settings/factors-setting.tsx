import type { Factor, User } from '@supabase/supabase-js';
import { useState } from 'react';
import { openSupabase } from '#app/data/supabase.ts';
import { Button } from '#app/ui/button.tsx';
import { failureOf } from '#app/ui/failure.ts';
import { late } from '#app/ui/late.tsx';
import { toast, toastError } from '#app/ui/toast.ts';
import { useKeptFocus } from '#app/ui/use-kept-focus.ts';
import { dateAndTime } from '#app/ui/when.ts';
import { RecoveryCodes } from '../factors/recovery-codes.tsx';
import { kindNames } from '../factors/ways.ts';
import { useProof } from '../proof/proof.tsx';
import { Change, Setting } from './setting.tsx';

const AddFactor = late(async () => (await import('../factors/add-factor.tsx')).default);
const ConfirmDialog = late(async () => (await import('#app/ui/confirm-dialog.tsx')).ConfirmDialog);

type KnownFactor = Factor & { factor_type: keyof typeof kindNames };

/** What is asked for after the password, and the codes for when it is lost. */
export function FactorsSetting({ user, onChanged }: { user: User; onChanged(): void }) {
  const factors = (user.factors ?? []).filter(isKnown);
  const hasCodes =
    user.factors?.some(({ factor_type }) => factor_type === 'recovery_code') ?? false;
  const hasPassword = user.identities?.some(({ provider }) => provider === 'email') ?? true;
  const wayIn = hasPassword ? 'Your password' : 'The service through which you sign in';
  const [leaving, setLeaving] = useState<KnownFactor>();
  const [isBusy, setBusy] = useState(false);
  const withProof = useProof();
  // The factor's button disappears with it, and the dialog after that.
  const place = useKeptFocus<HTMLDivElement>(factors.length + Number(leaving !== undefined));

  async function remove(factor: KnownFactor) {
    setBusy(true);
    try {
      const client = await openSupabase();
      const { error } = await withProof(() => client.auth.mfa.unenroll({ factorId: factor.id }));
      if (error) throw error;
      await client.auth.refreshSession();
      toast({ title: 'Second step removed' });
      setLeaving(undefined);
      onChanged();
    } catch (error) {
      toastError(failureOf(error).message);
    }
    setBusy(false);
  }

  return (
    <Setting
      title="Second step"
      intro="Asked for after the password, so that a stolen password is not enough."
    >
      <div className="setting-place" ref={place} tabIndex={-1}>
        {factors.length === 0 && <p>None yet. {wayIn} alone opens your account.</p>}
        {factors.length > 0 && (
          <ul className="setting-list">
            {factors.map((factor) => (
              <li key={factor.id}>
                <div>
                  <p>
                    <b>{factor.friendly_name || kindNames[factor.factor_type]}</b>
                  </p>
                  <p className="account-small">
                    {kindNames[factor.factor_type]}
                    {'\u00a0· '}
                    added {dateAndTime(factor.created_at)}
                  </p>
                </div>
                <Button variant="quiet" size="small" onClick={() => setLeaving(factor)}>
                  Remove<span className="sr-only"> {factor.friendly_name}</span>
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
      <Change label="Add a second step">
        {(close) => <AddFactor user={user} onClose={close} onAdded={onChanged} />}
      </Change>
      {factors.length > 0 && <RecoveryCodes hasCodes={hasCodes} />}
      {leaving && (
        <ConfirmDialog
          onLost={() => setLeaving(undefined)}
          title={`Remove ${leaving.friendly_name || kindNames[leaving.factor_type]}?`}
          description={
            factors.length === 1
              ? `${wayIn} alone will open your account again, and your recovery codes stop working.`
              : 'You can no longer use it to sign in.'
          }
          confirmLabel="Remove"
          isDestructive
          isBusy={isBusy}
          open
          onOpenChange={() => setLeaving(undefined)}
          onConfirm={() => remove(leaving)}
        />
      )}
    </Setting>
  );
}

function isKnown(factor: Factor): factor is KnownFactor {
  return factor.status === 'verified' && factor.factor_type in kindNames;
}
