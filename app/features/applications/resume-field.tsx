import { useState } from 'react';
import { callFunction } from '#app/data/call-function.ts';
import { openData } from '#app/data/open-data.ts';
import { openSupabase } from '#app/data/supabase.ts';
import { Button } from '#app/ui/button.tsx';
import { failureOf } from '#app/ui/failure.ts';
import { Field } from '#app/ui/field.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { toast } from '#app/ui/toast.ts';
import { useKeptFocus } from '#app/ui/use-kept-focus.ts';
import { acceptedInWords, acceptedResumes, whyNotRead } from '#domain/applications/resume.ts';
import type { OwnResume } from './use-own-papers.ts';

type ResumeFieldProps = { resume: OwnResume | null; onChange(): void };

/** The resume that is sent with applications: add, replace, download and remove. */
export function ResumeField({ resume, onChange }: ResumeFieldProps) {
  const [error, setError] = useState<string>();
  const [busyWith, setBusyWith] = useState<'file' | 'removal'>();
  const isReading = busyWith === 'file';
  // Disabling it loses focus, and so does the button that removes the resume.
  const input = useKeptFocus<HTMLInputElement>(Number(isReading) + Number(resume !== null));

  async function upload(file: File | undefined) {
    if (!file) return;
    const problem = whyNotRead(file);
    setError(problem);
    if (problem) return;
    setBusyWith('file');
    const body = new FormData();
    body.set('resume', file);
    const answer = await callFunction<{ fileName: string }>(
      'keep-resume',
      body,
      'It could not be read.',
    );
    setBusyWith(undefined);
    if (input.current) input.current.value = '';
    if ('failure' in answer) return setError(answer.failure.message);
    toast({ title: 'Resume saved', description: answer.data.fileName });
    onChange();
  }

  async function remove() {
    setError(undefined);
    setBusyWith('removal');
    try {
      const client = await openData();
      const { error: failed } = await client.rpc('remove_resume');
      if (failed) throw failed;
      toast({
        title: 'Resume removed',
        description: 'Companies that you sent it to have it for as long as the application.',
      });
      onChange();
    } catch (thrown) {
      setError(failureOf(thrown).message);
    }
    setBusyWith(undefined);
  }

  return (
    <div className="apply-resume">
      {resume && (
        <p>
          <bdi>{resume.file_name}</bdi>{' '}
          <Button
            variant="quiet"
            size="small"
            onClick={() =>
              saveFile(resume).catch(() => setError('It could not be loaded. Try again.'))
            }
          >
            Save a copy
          </Button>
          <Button
            variant="quiet"
            size="small"
            isBusy={busyWith === 'removal'}
            disabled={isReading}
            onClick={remove}
          >
            Remove
          </Button>
        </p>
      )}
      <Field
        label={resume ? 'Replace it' : 'Resume'}
        hint={
          isReading
            ? 'We are reading it…'
            : `${acceptedInWords} Only companies that you apply to see it.`
        }
        error={error}
      >
        <TextInput
          ref={input}
          type="file"
          accept={acceptedResumes}
          disabled={busyWith !== undefined}
          onChange={(event) => upload(event.target.files?.[0])}
        />
      </Field>
    </div>
  );
}

/** Through an address that is valid for a minute; the service serves it as a download. */
async function saveFile({ object_name, file_name }: OwnResume) {
  const client = await openSupabase();
  const { data, error } = await client.storage
    .from('resumes')
    .createSignedUrl(object_name, 60, { download: file_name });
  if (error) throw error;
  location.assign(data.signedUrl);
}
