import { useEffect, useRef, useState } from 'react';
import { openSupabase } from '#app/data/supabase.ts';
import { Button } from '#app/ui/button.tsx';
import { failureOf } from '#app/ui/failure.ts';
import { Notice } from '#app/ui/notice.tsx';
import { toast, toastError } from '#app/ui/toast.ts';
import { useLoading } from '#app/ui/use-loading.ts';
import { useProof } from '../proof/proof.tsx';

/** Ten codes in case the second step is lost. They are shown once. */
export function RecoveryCodes({ hasCodes }: { hasCodes: boolean }) {
  const { state, change } = useLoading(countLeft, { isWanted: hasCodes });
  const [codes, setCodes] = useState<string[]>();
  const [isBusy, setBusy] = useState(false);
  // Closing the codes removes the button that was pressed, so focus returns to this one.
  const [isBack, setBack] = useState(false);
  const withProof = useProof();

  async function make() {
    setBusy(true);
    try {
      const { recoveryCodes } = (await openSupabase()).auth.mfa;
      const { data, error } = await withProof(() =>
        hasCodes ? recoveryCodes.regenerate() : recoveryCodes.generate(),
      );
      if (error) throw error;
      setCodes(data.codes);
      change(() => data.codes.length);
    } catch (error) {
      toastError(failureOf(error).message);
    }
    setBusy(false);
  }

  async function close() {
    setCodes(undefined);
    setBack(true);
    // So that the session knows about the codes.
    await (await openSupabase()).auth.refreshSession();
  }

  if (codes) return <Codes codes={codes} onClose={close} />;
  return (
    <div className="recovery-codes">
      <h3>Recovery codes</h3>
      <p>
        {hasCodes
          ? `${state.data ?? '…'} of 10 are left. Each signs you in once, in place of the second step. New ones replace these.`
          : 'Without them, a lost phone may mean a lost account. Create ten and keep them on paper.'}
      </p>
      <Button variant="secondary" size="small" autoFocus={isBack} isBusy={isBusy} onClick={make}>
        {hasCodes ? 'Create new codes' : 'Create recovery codes'}
      </Button>
    </div>
  );
}

/** Decreases with every code that is used. */
async function countLeft(): Promise<number> {
  const { data, error } = await (await openSupabase()).auth.mfa.recoveryCodes.getStatus();
  if (error) throw error;
  return data.remaining;
}

function Codes({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  const place = useRef<HTMLDivElement>(null);
  const shown = codes.map((code) => code.match(/.{1,4}/g)?.join('-') ?? code);

  async function copy() {
    try {
      await navigator.clipboard.writeText(shown.join('\n'));
      toast({ title: 'Codes copied' });
    } catch {
      toastError('Your browser did not let us copy them. Write them down or print them.');
    }
  }

  // Synchronises focus with the button that has disappeared: the codes are shown only once.
  useEffect(() => place.current?.focus(), []);

  return (
    <div className="recovery-codes" ref={place} tabIndex={-1}>
      <h3>Recovery codes</h3>
      <Notice title="Save these now">
        They are not shown again. Print them, or put them into your password manager. Older codes no
        longer work.
      </Notice>
      <ol>
        {shown.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="actions">
        <Button size="small" onClick={onClose}>
          I have saved them
        </Button>
        <Button variant="secondary" size="small" onClick={copy}>
          Copy
        </Button>
        <Button variant="secondary" size="small" onClick={() => print()}>
          Print
        </Button>
      </div>
    </div>
  );
}
