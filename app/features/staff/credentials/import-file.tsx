import { type ChangeEvent, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/choice.tsx';
import { Field } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { useLoading } from '#app/ui/use-loading.ts';
import type { AwardAnswer, AwardPreview } from '#domain/staff/credentials.ts';
import { counted, grouped } from '#domain/text/grouped.ts';
import { useStaffRead } from '../calls.tsx';
import { useStaffAct } from '../use-staff-act.ts';
import { BackToCredentials } from './loaded.tsx';
import { PreviewTable } from './preview-table.tsx';
import { readSpreadsheet } from './read-spreadsheet.ts';

const columns = 'credential,name,email,awarded on,expires on,evidence';
const example = `data:text/csv;charset=utf-8,${encodeURIComponent(
  `${columns}\r\nCIHIS-AI,Jane Doe,jane@example.com,2026-11-20,,Exam of November\r\n`,
)}`;

const mostBytes = 900_000;

/** `nth`: choosing a file again reads it again. */
type Chosen = { file: File; nth: number };

/** Shows a file line by line first; then everything left of it is awarded, or nothing. */
export function ImportFile() {
  const act = useStaffAct();
  const read = useStaffRead();
  const [chosen, setChosen] = useState<Chosen>();
  const { state } = useLoading(
    async () => {
      const { text, isGuess } = readSpreadsheet(
        new Uint8Array(chosen ? await chosen.file.arrayBuffer() : []),
      );
      return { ...(await read<AwardPreview>('preview-credentials', { csv: text })), isGuess };
    },
    { key: String(chosen?.nth), isWanted: chosen !== undefined },
  );
  const preview = chosen && state.data;
  const failure = act.failure ?? (chosen && state.failure?.message);
  const [leavesOut, setLeavesOut] = useState(false);
  const [done, setDone] = useState<AwardAnswer>();
  const [tooLarge, setTooLarge] = useState(false);

  function show({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    const isTooLarge = file !== undefined && file.size > mostBytes;
    act.forget();
    setDone(undefined);
    setLeavesOut(false);
    setTooLarge(isTooLarge);
    setChosen((before) =>
      file && !isTooLarge ? { file, nth: (before?.nth ?? 0) + 1 } : undefined,
    );
  }

  const wrong = preview?.lines.filter(({ problems }) => problems.length > 0) ?? [];
  const known = preview?.lines.filter((line) => line.known) ?? [];
  const ready = preview?.lines.filter((line) => line.problems.length === 0 && !line.known) ?? [];

  async function award() {
    const answer = await act.run<AwardAnswer>('award-credentials', {
      lines: ready.map(({ given }) => given),
    });
    if (!answer) return;
    // Another file may have been chosen in the meantime.
    setChosen((now) => (now === chosen ? undefined : now));
    setDone(answer);
  }

  return (
    <>
      <BackToCredentials />
      <h1>Award from a file</h1>
      <div className="credential-form">
        <p>
          A CSV file with the columns {columns.replaceAll(',', ', ')}. A credential is named by its
          code or its title. Email, expiry and evidence may be empty.{' '}
          <a className="link" href={example} download="credentials.csv">
            Download an example
          </a>
        </p>
        <Field label="The file">
          <TextInput
            type="file"
            accept=".csv,text/csv,text/plain"
            // Otherwise the browser fires no event for a corrected file of the same name.
            onClick={({ currentTarget }) => {
              currentTarget.value = '';
            }}
            onChange={show}
          />
        </Field>
        {tooLarge && (
          <Notice tone="danger">The file is larger than 900 KB. Cut it into parts.</Notice>
        )}
        {failure && (
          <Notice tone="danger" title="Nothing was awarded">
            {failure}
          </Notice>
        )}
        <div role="status">
          {done && (
            <Notice
              tone="good"
              title={`${counted(done.awarded, 'credential is', 'credentials are')} awarded`}
            >
              Accounts with these addresses hold them already and are told; the others get an email
              that asks them to claim.
              {done.known > 0 &&
                ` ${counted(done.known, 'line was', 'lines were')} awarded before.`}
            </Notice>
          )}
          {preview && (
            <p>
              {ready.length > 0 ? counted(ready.length, 'line', 'lines') : 'No lines'} to award
              {known.length > 0 && `, ${grouped(known.length)} awarded before`}
              {wrong.length > 0 && `, ${grouped(wrong.length)} with errors`}.
            </p>
          )}
        </div>
      </div>
      {preview && (
        <>
          <div className="mb-5 grid gap-5 empty:hidden">
            {preview.unread.length > 0 && (
              <Notice
                tone="danger"
                title={`Not read: ${counted(preview.unread.length, 'column', 'columns')} of another name`}
              >
                <p>
                  <bdi>{preview.unread.join(', ')}</bdi>. What stands there goes nowhere. If it is
                  one of the columns above, give it that name and load the file again: without an
                  address nobody is told.
                </p>
              </Notice>
            )}
            {preview.isGuess && (
              <Notice title="Look at letters such as é and ü in the names">
                The file does not say how its letters are encoded, so they were read the way Windows
                does it. If a name below is wrong, save the file as “CSV UTF-8” and load it again.
              </Notice>
            )}
          </div>
          <PreviewTable lines={preview.lines} />
          <div className="credential-form">
            {wrong.length > 0 && (
              <Checkbox
                label={`Leave out the ${counted(wrong.length, 'line', 'lines')} with errors`}
                hint="Put them right in the file and load it again later: what was awarded by then is passed over."
                checked={leavesOut}
                onChange={({ target }) => setLeavesOut(target.checked)}
              />
            )}
            <Button
              isBusy={act.busyWith === 'award-credentials'}
              disabled={ready.length === 0 || (wrong.length > 0 && !leavesOut)}
              onClick={award}
            >
              Award {counted(ready.length, 'credential', 'credentials')}
            </Button>
          </div>
        </>
      )}
    </>
  );
}
