import type { User } from '@supabase/supabase-js';
import { useSearchParams } from 'react-router';
import { type BrowserData, openData } from '#app/data/open-data.ts';
import { requireUser } from '#app/session/require-user.tsx';
import { type Failure, failureOf } from '#app/ui/failure.ts';
import { late } from '#app/ui/late.tsx';
import { leaveWith } from '#app/ui/leave.ts';
import type { JobFacts } from '#domain/jobs/job.ts';
import { daysWithoutDeadline } from '#domain/jobs/job-life.ts';
import * as links from '#domain/site/links.ts';
import { confirmByMail } from './confirm-by-mail.ts';
import { draftKey, type JobText, useJobDraft } from './job-draft.ts';
import { JobForm } from './job-form.tsx';
import { type JobValues, newValues, valuesOf } from './job-values.ts';
import { quotaAdvice } from './quota-advice.tsx';

const OwnJob = late(async () => (await import('./own-job.tsx')).OwnJob);

/** A new job: an empty form, or one that starts as a copy of an earlier job. */
export function PostJobScreen({ user }: { user: User }) {
  const [params] = useSearchParams();
  const copied = params.get('copy');
  if (!copied) {
    const { email, user_metadata: about } = user;
    const contact = { email, name: String(about.full_name ?? '') };
    return <NewJob user={user} form="new" first={newValues(contact)} />;
  }
  return (
    <OwnJob id={copied}>
      {(job) => (
        // A deadline belongs to the job that had it.
        <NewJob
          user={user}
          form={`copy-${job.id}`}
          first={{ ...valuesOf(job), application_deadline: '' }}
        />
      )}
    </OwnJob>
  );
}

type NewRow = JobFacts & { posted_by: string };

const taken = '23505';

const heldBack = {
  title: 'We have your job',
  description: 'Our staff look at it before it goes live, and write to you.',
};

/** Returns the job, even if an earlier attempt stored it and only the answer was lost. */
async function store(client: BrowserData, text: JobText, { posted_by, ...facts }: NewRow) {
  const insert = (id: string) =>
    client
      .from('jobs')
      .insert({ id, ...facts, posted_by })
      .select('*')
      .single();
  const id = text.nameToSend();
  const created = await insert(id);
  if (created.error?.code !== taken) return created;
  const changed = await client
    .from('jobs')
    .update(facts)
    .match({ id, posted_by })
    .select('*')
    .maybeSingle();
  if (changed.error) return changed;
  // If there is nothing to change, it has been deleted since and is wanted again.
  return changed.data ? { data: changed.data, error: null } : insert(text.nameAnew());
}

function NewJob({ user, form, first }: { user: User; form: string; first: JobValues }) {
  const text = useJobDraft(draftKey(user.id, form), { values: first, version: null });

  async function submit(facts: JobFacts): Promise<Failure | undefined> {
    const client = await openData();
    const refused = await requireUser(user.id);
    if (refused) return refused;
    const row = { ...facts, posted_by: user.id };
    const { data, error } = await store(client, text, row);
    if (error) return failureOf(error);
    text.finish();
    // The job is stored even if the answer does not include it.
    const job = { ...row, ...data };
    if (job.hidden_at) return leaveWith(heldBack, links.myJobs);
    await confirmByMail(client, job);
    return leaveWith({ title: 'Success!', description: 'Your job has been posted.' }, links.jobs);
  }

  return (
    <JobForm
      text={text}
      submit={submit}
      labels={{ submit: 'Post Job', busy: 'Posting...' }}
      cancelTo={links.jobs}
      advice={quotaAdvice}
      remark={`Your job goes live at once, or once our staff have looked at it where our rules ask for that, and stays up until its deadline or for ${daysWithoutDeadline} days. You can change or close it at any time under My jobs.`}
    />
  );
}
