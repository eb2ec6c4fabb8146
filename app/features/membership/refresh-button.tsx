import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { type Checked, type MembershipState, useMembership } from './use-membership.ts';

const words: Record<Checked, string> = {
  fresh: 'Checked just now.',
  old: 'The payment service is not answering at the moment. This is the last status we know.',
  failed: 'The status could not be checked. Try again in a moment.',
};

type RefreshButtonProps = { label: string; variant?: 'secondary' | 'quiet' };

/** Checks the status now, and shows the result next to the button. */
export function RefreshButton({ label, variant = 'secondary' }: RefreshButtonProps) {
  const { state, refresh } = useMembership();
  const [checked, setChecked] = useState<{ what: Checked; before: MembershipState }>();
  const [isBusy, setBusy] = useState(false);

  async function check() {
    setBusy(true);
    setChecked(undefined);
    setChecked({ what: await refresh(), before: state });
    setBusy(false);
  }

  // It has since been checked successfully, by the timer or by another tab.
  const isKnownSince = checked?.what === 'failed' && checked.before !== state;
  return (
    <>
      <Button variant={variant} isBusy={isBusy} onClick={check}>
        {label}
      </Button>
      <p className="membership-checked" role="status">
        {checked && !isKnownSince && words[checked.what]}
      </p>
    </>
  );
}
