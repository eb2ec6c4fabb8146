import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { callFunction } from '#app/data/call-function.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useHydrated } from '#app/ui/use-hydrated.ts';
import { NeedsScript } from '#app/ui/waiting.tsx';
import { AccountPage } from './account-page.tsx';
import { saveExport } from './save-export.ts';

/** The page behind a link in an email: one press downloads a copy of the person's data. */
export function TakeExportScreen() {
  const token = useSearchParams()[0].get('token') ?? '';
  const isReady = useHydrated();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function take() {
    setBusy(true);
    const answer = await callFunction<object>('take-export', { token });
    setBusy(false);
    setFailure('failure' in answer ? answer.failure.message : undefined);
    if (!('failure' in answer)) saveExport(answer.data);
  }

  return (
    <AccountPage
      title="Download your data"
      intro="The file holds your account, what you entered and wrote, your pictures, your resumes and your newsletter subscription. Keep it where only you can read it."
    >
      <NeedsScript className="mb-6" />
      {failure && <Notice tone="danger">{failure}</Notice>}
      <Button size="large" disabled={!isReady} isBusy={isBusy} onClick={take}>
        Save the file
      </Button>
    </AccountPage>
  );
}
