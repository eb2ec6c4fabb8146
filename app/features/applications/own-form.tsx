import type { User } from '@supabase/supabase-js';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { callFunction } from '#app/data/call-function.ts';
import { openData } from '#app/data/open-data.ts';
import { adviceFor, requireUser } from '#app/session/require-user.tsx';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/choice.tsx';
import type { Failure } from '#app/ui/failure.ts';
import { Field } from '#app/ui/field.tsx';
import { Form } from '#app/ui/form.tsx';
import { FormFailure } from '#app/ui/form-failure.tsx';
import { ExternalLink, Link } from '#app/ui/link.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { LongText } from '#app/ui/long-text.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { useGaps } from '#app/ui/use-gaps.ts';
import { useLoading } from '#app/ui/use-loading.ts';
import { Waiting } from '#app/ui/waiting.tsx';
import { applicationTexts as texts } from '#domain/applications/applications.ts';
import { type Change, changesOf } from '#domain/applications/seen-posting.ts';
import * as links from '#domain/site/links.ts';
import { tooLong } from '#domain/text/text-rules.ts';
import { answersIn } from './answers.ts';
import { forgetTyped, keepTyped, readTyped, valuesIn } from './form-draft.ts';
import { type JobToApply, readJobToApply } from './job-to-apply.ts';
import { missingIn } from './missing-in.ts';
import { PostingChanges } from './posting-changes.tsx';
import { ProfileSent } from './profile-sent.tsx';
import { QuestionFields } from './question-fields.tsx';
import { ResumeField } from './resume-field.tsx';
import { type OwnPapers, readOwnPapers } from './use-own-papers.ts';

type OwnFormProps = {
  job: JobToApply;
  user: User;
  /** The posting has changed since the page was opened; the page's heading shows it as well. */
  onNewPosting(job: JobToApply): void;
};

/** The form for people with an account: a look at what will be sent, and one press. */
export function OwnForm({ job, user, onNewPosting }: OwnFormProps) {
  const { state, again } = useLoading(() => readOwnPapers(user.id, job.id), { key: user.id });
  const [hasPressed, setPressed] = useState(false);
  if (state.data?.before) {
    const isWithdrawn = state.data.before.state === 'withdrawn';
    return <IsSent isRepeat isWithdrawn={isWithdrawn} takesFocus={hasPressed} />;
  }
  if (state.kind === 'there') {
    const papers = state.data;
    const onSent = () => setPressed(true);
    return <Application {...{ job, user, papers, onNewPosting, onSent }} onChange={again} />;
  }
  if (state.failure) {
    return (
      <LoadFailure title="Your profile could not be loaded" failure={state.failure} again={again} />
    );
  }
  return (
    <Waiting>
      <Skeleton lines={6} label="Loading your profile…" />
    </Waiting>
  );
}

type ApplicationProps = OwnFormProps & {
  papers: OwnPapers;
  onChange(): void;
  onSent(): void;
};
type Sent = { id: string; isRepeat: boolean };

function Application({ job, user, papers, onNewPosting, onChange, onSent }: ApplicationProps) {
  const { profile, resume } = papers;
  const [withProfile, setWithProfile] = useState(true);
  const [withResume, setWithResume] = useState(true);
  const [failure, setFailure] = useState<Failure>();
  const [isBusy, setBusy] = useState(false);
  const [sent, setSent] = useState<Sent>();
  const [changes, setChanges] = useState<Change[]>([]);
  const [typed] = useState(() => readTyped(user.id, job.id));
  const { gaps, props } = useGaps(missingIn);
  if (sent) return <IsSent isRepeat={sent.isRepeat} takesFocus />;
  const takesProfile = withProfile && profile !== null;
  const takesResume = withResume && resume !== null;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const values = valuesIn(event.currentTarget);
    setFailure(undefined);
    setBusy(true);
    const refused = await requireUser(user.id);
    const answer = refused
      ? { failure: refused }
      : await callFunction<Sent>('apply-for-job', {
          jobId: job.id,
          name: values.name,
          phone: values.phone,
          note: values.note,
          answers: answersIn(values),
          withProfile: takesProfile,
          withResume: takesResume,
          seen: job,
          ...(takesProfile && { seenProfile: true }),
          ...(takesResume && { seenResume: resume.id }),
        });
    const code = 'failure' in answer && answer.failure.code;
    // They are asked to look at what is new.
    if (code === 'questions_changed' || code === 'posting_changed') {
      const { found } = await readJobToApply(await openData(), job.id);
      if (found?.kind === 'open') {
        onNewPosting(found.job);
        setChanges(changesOf(job, found.job));
      }
    }
    if (code === 'papers_changed') onChange();
    setBusy(false);
    if ('failure' in answer) setFailure(answer.failure);
    else {
      forgetTyped(user.id, job.id);
      setSent(answer.data);
      onSent();
      // An earlier application, sent in another tab, say: read its state.
      if (answer.data.isRepeat) onChange();
      // The form was long, and its replacement is at the top.
      scrollTo(0, 0);
    }
  }

  return (
    <Form
      {...props}
      isSending={isBusy}
      className="apply-form"
      onSubmit={submit}
      onChange={(event) => {
        props.onChange(event);
        keepTyped(user.id, job.id, event.currentTarget);
      }}
    >
      <FormFailure failure={failure} advice={failure && whatToDo(failure)} />
      <PostingChanges changes={changes} />
      <section aria-labelledby="sent-title" className="apply-sent">
        <h2 id="sent-title">What the company gets</h2>
        <p>
          Your email address, <b>{user.email}</b>, and what you choose here. Nobody else sees it.
        </p>
        {profile ? (
          <>
            <Checkbox
              label="My profile, as it is now"
              checked={withProfile}
              onChange={(event) => setWithProfile(event.target.checked)}
            />
            {withProfile && <ProfileSent profile={profile} />}
          </>
        ) : (
          <p>
            You have no profile yet. <Link href={links.candidateProfile}>Create one</Link> to apply
            in one press, or send your resume.
          </p>
        )}
        {resume && (
          <Checkbox
            label={
              <>
                My resume, <bdi>{resume.file_name}</bdi>
              </>
            }
            checked={withResume}
            onChange={(event) => setWithResume(event.target.checked)}
          />
        )}
        <ResumeField resume={resume} onChange={onChange} />
      </section>
      <Field label="Your name" error={gaps.name}>
        <TextInput
          name="name"
          dir="auto"
          autoComplete="name"
          minLength={texts.name.least}
          maxLength={texts.name.most}
          defaultValue={typed.name ?? String(user.user_metadata.full_name ?? '')}
          required
        />
      </Field>
      <Field label="Phone" isOptional>
        <TextInput
          name="phone"
          type="tel"
          dir="ltr"
          autoComplete="tel"
          maxLength={texts.phone.most}
          defaultValue={typed.phone}
        />
      </Field>
      <QuestionFields questions={job.questions} values={typed} errors={gaps} />
      <LongText
        label="A note to the company"
        isOptional
        error={gaps.note}
        name="note"
        dir="auto"
        max={texts.note.most}
        tooLong={tooLong(texts.note)}
        defaultValue={typed.note}
      />
      <div>
        <Button type="submit" size="large" isBusy={isBusy} disabled={!takesProfile && !takesResume}>
          {isBusy ? 'Sending…' : 'Apply'}
        </Button>
        {!takesProfile && !takesResume && (
          <p className="field-hint">Add your resume, or include your profile.</p>
        )}
      </div>
    </Form>
  );
}

function whatToDo(failure: Failure) {
  if (failure.code !== 'confirm_address_first') return adviceFor(failure);
  return (
    <>
      <ExternalLink href={links.account}>Confirm it in your account</ExternalLink>, then come back
      to this tab and press the button again. What you typed is still here.
    </>
  );
}

type IsSentProps = { isRepeat: boolean; isWithdrawn?: boolean; takesFocus: boolean };

/** Replaces the form, so it takes over the focus of the pressed button. */
function IsSent({ isRepeat, isWithdrawn, takesFocus }: IsSentProps) {
  const place = useRef<HTMLDivElement>(null);

  // Synchronises focus with the form that has disappeared.
  useEffect(() => {
    if (takesFocus) place.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  return (
    <div ref={place} tabIndex={-1}>
      <Notice
        tone="good"
        title={
          isRepeat ? 'You have already applied for this job' : 'Your application is on its way'
        }
      >
        <p>
          {isWithdrawn
            ? 'You withdrew that application. While it stands among yours, you cannot apply for this job again.'
            : isRepeat
              ? 'One is enough: the company has it.'
              : 'The company has it. You always see how it stands; unless you have turned those emails off, we will write to you when it changes.'}
        </p>
        <p className="mt-3">
          <ButtonLink size="small" href={links.applications}>
            See your applications
          </ButtonLink>
        </p>
      </Notice>
    </div>
  );
}
