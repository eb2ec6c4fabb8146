import { useState } from 'react';
import { callFunction } from '#app/data/call-function.ts';
import { Button } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast.ts';
import { type InboxFilters, writeInboxFilters } from '#domain/inbox.ts';
import { saveFile } from './detail.ts';

type Part = { csv: string; next?: object };

/** Takes the list away as it is filtered, a part at a time. */
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
        toast({ title: 'Error', description: answer.failure.message, kind: 'error' });
        return;
      }
      parts.push(answer.data.csv);
      after = answer.data.next;
    } while (after);
    // Without the mark, Excel takes the letters of a name for those of another alphabet.
    saveFile(
      'applications.csv',
      new Blob(['\ufeff', ...parts], { type: 'text/csv;charset=utf-8' }),
    );
    setBusy(false);
  }

  return (
    <Button variant="quiet" size="small" isBusy={isBusy} onClick={take}>
      Save as CSV
    </Button>
  );
}
