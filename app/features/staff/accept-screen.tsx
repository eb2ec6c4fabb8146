import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { roleWords, type StaffRole } from '#domain/staff/staff.ts';
import { useStaffCall } from './calls.tsx';
import { useAddress } from './router.ts';

const meanings = {
  owner: 'Owners do everything: people, content, words, and who else has a role.',
  staff: 'Staff look after people and content.',
  viewer: 'Viewers see figures.',
} as const satisfies Record<StaffRole, string>;

export function AcceptScreen({
  role,
  onAccepted,
}: {
  role: StaffRole;
  onAccepted(): Promise<void>;
}) {
  const token = useAddress().searchParams.get('token') ?? '';
  const call = useStaffCall();
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);

  async function accept() {
    setBusy(true);
    const answer = await call('accept', { token });
    setBusy(false);
    if ('failure' in answer) setFailed(true);
    else await onAccepted();
  }

  return (
    <div className="staff-standing wrap">
      <title>Accept a role · Staff</title>
      <h1>You are invited to help run this site</h1>
      <p>
        Your role would be <b>{roleWords[role]}</b>. {meanings[role]} What you do is kept in a log.
      </p>
      {hasFailed && (
        <Notice tone="danger" title="This link no longer works">
          Open the newest email, or ask for another one.
        </Notice>
      )}
      <Button isBusy={isBusy} onClick={accept}>
        Accept
      </Button>
    </div>
  );
}
