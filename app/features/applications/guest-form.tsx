import { type ChangeEvent, useState } from 'react';
import { signInPath } from '#app/session/return-path.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Form } from '#app/ui/form.tsx';
import { Link } from '#app/ui/link.tsx';
import { LongText } from '#app/ui/long-text.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { useGaps } from '#app/ui/use-gaps.ts';
import { applicationTexts as texts } from '#domain/applications/applications.ts';
import { acceptedInWords, acceptedResumes, whyNotRead } from '#domain/applications/resume.ts';
import { changesOf } from '#domain/applications/seen-posting.ts';
import * as links from '#domain/site/links.ts';
import { tooLong } from '#domain/text/text-rules.ts';
import type { JobToApply } from './job-to-apply.ts';
import { missingIn } from './missing-in.ts';
import { PostingChanges } from './posting-changes.tsx';
import { QuestionFields } from './question-fields.tsx';
import type { GuestRefusal } from './send-as-guest.ts';
import { useSending } from './use-sending.ts';

type GuestFormProps = { job: JobToApply; refusal: GuestRefusal | undefined };

/** Submitted by the browser itself, so that it works without script; the file is checked on arrival. */
export function GuestForm({ job, refusal }: GuestFormProps) {
  const { gaps, props } = useGaps(missingIn);
  const errorOf = (field: string) =>
    gaps[field] ?? (refusal?.field === field ? refusal.message : undefined);
  const given = (field: string) => refusal?.values[field];
  const { form, isSending } = useSending();
  const [wrongFile, setWrongFile] = useState('');
  const { id: _, questions, ...seen } = job;
  // Check before submitting: if the form came back, the file would have to be chosen again.
  const checkFile = ({ currentTarget: field }: ChangeEvent<HTMLInputElement>) => {
    const [file] = field.files ?? [];
    const problem = (file && whyNotRead(file)) ?? '';
    field.setCustomValidity(problem);
    setWrongFile(problem);
  };
  const known = ['name', 'email', 'phone', 'place', 'note', 'resume'];
  return (
    <Form
      {...props}
      isSending={isSending}
      ref={form}
      className="apply-form"
      method="post"
      encType="multipart/form-data"
      action={links.applyForJob(job.id)}
    >
      <p>
        You need no account. With one, you apply with your profile in one press:{' '}
        <Link href={signInPath(links.applyForJob(job.id))}>sign in</Link>.
      </p>
      {refusal && !known.includes(refusal.field) && (
        <Notice tone="danger" title={refusal.message} />
      )}
      <PostingChanges changes={refusal?.seen ? changesOf(refusal.seen, job) : []} />
      <input type="hidden" name="seen" value={JSON.stringify(seen)} readOnly />
      <Field label="Your name" error={errorOf('name')}>
        <TextInput
          name="name"
          dir="auto"
          autoComplete="name"
          minLength={texts.name.least}
          maxLength={texts.name.most}
          defaultValue={given('name')}
          required
        />
      </Field>
      <Field
        label="Email"
        hint="We send a link there. The company gets your application once you have opened it and pressed the button there."
        error={errorOf('email')}
      >
        <TextInput
          name="email"
          type="email"
          dir="ltr"
          autoComplete="email"
          maxLength={texts.email.most}
          defaultValue={given('email')}
          required
        />
      </Field>
      <Field label="Phone" isOptional error={errorOf('phone')}>
        <TextInput
          name="phone"
          type="tel"
          dir="ltr"
          autoComplete="tel"
          maxLength={texts.phone.most}
          defaultValue={given('phone')}
        />
      </Field>
      <Field
        label="Where you live"
        isOptional
        hint="Such as “Durham, NC”."
        error={errorOf('place')}
      >
        <TextInput
          name="place"
          dir="auto"
          autoComplete="address-level2"
          maxLength={texts.place.most}
          defaultValue={given('place')}
        />
      </Field>
      <Field
        label="Resume"
        hint={`${acceptedInWords} Only this company sees it.${refusal ? ' Please choose it again.' : ''}`}
        error={wrongFile || errorOf('resume')}
      >
        <TextInput
          name="resume"
          type="file"
          accept={acceptedResumes}
          onChange={checkFile}
          required
        />
      </Field>
      <QuestionFields questions={questions} values={refusal?.values} errors={gaps} />
      <LongText
        label="A note to the company"
        isOptional
        error={errorOf('note')}
        name="note"
        dir="auto"
        max={texts.note.most}
        tooLong={tooLong(texts.note)}
        defaultValue={given('note')}
      />
      <div>
        <Button type="submit" size="large" isBusy={isSending}>
          {isSending ? 'Sending…' : 'Send me the link'}
        </Button>
      </div>
    </Form>
  );
}
