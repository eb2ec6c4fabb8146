import { useState } from 'react';
import { callFunction } from '#app/data/call-function.ts';
import { Button } from '#app/ui/button.tsx';
import { saveCsv } from '#app/ui/save-file.ts';
import { toastError } from '#app/ui/toast.ts';
import { type InboxFilters, writeInboxFilters } from '#domain/applications/inbox.ts';

type Part = { csv: string; next?: object };

/** Downloads the filtered list, page by page. */
export function ExportButton({ job, filters }: { job: string | undefined; filters: InboxFilters }) {
  const [isBusy, setBusy] = useState(false);

  async function take() {
    setBusy(true);
    const parts: string[] = [];
    let after: object | undefined;
    do {
      const answer = await callFunction<Part>('applications-file', {
        ...(job && { job }),
        ...(after && { after }),
        filters: Object.fromEntries(writeInboxFilters(filters)),
      });
      if ('failure' in answer) {
        setBusy(false);
        toastError(answer.failure.message);
        return;
      }
      parts.push(answer.data.csv);
      after = answer.data.next;
    } while (after);
    saveCsv('applications.csv', parts);
    setBusy(false);
  }

  return (
    <Button variant="quiet" size="small" isBusy={isBusy} onClick={take}>
      Export as CSV
    </Button>
  );
}
