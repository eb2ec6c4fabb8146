import { useState } from 'react';
import { openData } from '#app/data/open-data.ts';
import { requireUser } from '#app/session/require-user.tsx';
import { Button } from '#app/ui/button.tsx';
import { type Failure, failureOf } from '#app/ui/failure.ts';
import { FormGroup } from '#app/ui/form-group.tsx';
import { late } from '#app/ui/late.tsx';
import { leaveWith } from '#app/ui/leave.ts';
import { toastError } from '#app/ui/toast.ts';
import type { OwnProfile } from './use-profile.ts';

const ConfirmDialog = late(async () => (await import('#app/ui/confirm-dialog.tsx')).ConfirmDialog);

export default function DeleteProfile({ profile }: { profile: OwnProfile }) {
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);

  async function remove() {
    setBusy(true);
    const failure = await deleteOwn(profile).catch(failureOf);
    if (!failure) return;
    setBusy(false);
    setAsking(false);
    toastError(failure.message);
  }

  return (
    <FormGroup
      title="Delete"
      remark="The profile and its picture go for good, and so does an alert of jobs that fit it. Companies that you applied to keep what you sent them."
    >
      <Button
        variant="danger-outline"
        className="justify-self-start"
        onClick={() => setAsking(true)}
      >
        Delete Profile
      </Button>
      {isAsking && (
        <ConfirmDialog
          onLost={() => setAsking(false)}
          title="Delete your profile?"
          description="Are you sure you want to delete your profile? This action cannot be undone."
          confirmLabel="Delete Profile"
          isDestructive
          isBusy={isBusy}
          open
          onOpenChange={setAsking}
          onConfirm={remove}
        />
      )}
    </FormGroup>
  );
}

async function deleteOwn({ row, text }: OwnProfile): Promise<Failure | undefined> {
  if (!row) return undefined;
  const client = await openData();
  const refused = await requireUser(row.user_id);
  if (refused) return refused;
  const { error } = await client.from('candidate_profiles').delete().eq('id', row.id);
  if (error) return failureOf(error);
  text.finish();
  return leaveWith({ title: 'Profile deleted' }, '/');
}
