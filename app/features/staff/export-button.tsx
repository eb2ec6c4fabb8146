import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { saveCsv } from '#app/ui/save-file.ts';
import { useStaffCall } from './calls.tsx';

type Part = { csv: string; next?: string };

/** Downloads the filtered list, page by page; the log records it. */
export function ExportButton({ name, question }: { name: string; question: object }) {
  const call = useStaffCall();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function take() {
    setBusy(true);
    setFailure(undefined);
    const parts: string[] = [];
    let after: string | undefined;
    do {
      const answer = await call<Part>(`file-${name}`, { ...question, ...(after && { after }) });
      if ('failure' in answer) {
        setFailure(answer.failure.message);
        setBusy(false);
        return;
      }
      parts.push(answer.data.csv);
      after = answer.data.next;
    } while (after);
    saveCsv(`${name}.csv`, parts);
    setBusy(false);
  }

  return (
    <>
      <Button variant="quiet" isBusy={isBusy} onClick={take}>
        Export as CSV
      </Button>
      {failure && <Notice tone="danger">{failure}</Notice>}
    </>
  );
}
