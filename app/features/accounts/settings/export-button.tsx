import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { toastError } from '#app/ui/toast.ts';
import { useProvenCall } from '../proof/proof.tsx';
import { saveExport } from '../save-export.ts';

/** All stored data about the person, as a file. */
export function ExportButton() {
  const call = useProvenCall();
  const [isBusy, setBusy] = useState(false);

  async function download() {
    setBusy(true);
    const answer = await call<object>('account-export');
    setBusy(false);
    if ('failure' in answer) {
      toastError(answer.failure.message);
      return;
    }
    saveExport(answer.data);
  }

  return (
    <Button variant="secondary" size="small" isBusy={isBusy} onClick={download}>
      Export my data
    </Button>
  );
}
