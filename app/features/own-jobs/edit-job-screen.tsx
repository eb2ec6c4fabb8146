import type { User } from '@supabase/supabase-js';
import { useState } from 'react';
import { type BrowserData, openData } from '#app/data/open-data.ts';
import { writeDraft } from '#app/drafts/draft.ts';
import { adviceFor, requireUser } from '#app/session/require-user.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { type Failure, failureOf } from '#app/ui/failure.ts';
import { late } from '#app/ui/late.tsx';
import { leaveWith } from '#app/ui/leave.ts';
import { Link } from '#app/ui/link.tsx';
import { toast } from '#app/ui/toast.ts';
import type { JobFacts } from '#domain/jobs/job.ts';
import { statusOf } from '#domain/jobs/job-life.ts';
import type { Job } from '#domain/jobs/job-rows.ts';
import * as links from '#domain/site/links.ts';
import { type Difference, differencesOf, takeUntouched } from './differences.ts';
import { draftKey, useJobDraft } from './job-draft.ts';
import { JobForm } from './job-form.tsx';
import { valuesOf } from './job-values.ts';
import { OwnJob } from './own-job.tsx';
import { jobIsGone, readOwnJob } from './own-jobs.ts';

const MeanwhilePanel = late(async () => (await import('./changed-elsewhere-panel.tsx')).default);

export function EditJobScreen({ user, id }: { user: User; id: string }) {
  return <OwnJob id={id}>{(job) => <EditForm job={job} user={user} />}</OwnJob>;
}

function EditForm({ job, user }: { job: Job; user: User }) {
  const text = useJobDraft(draftKey(user.id, job.id), {
    values: valuesOf(job),
    version: job.updated_at,
  });
  const [differences, setDifferences] = useState<Difference[]>([]);

  async function submit(facts: JobFacts): Promise<Failure | undefined> {
    const client = await openData();
    const refused = await requireUser(user.id);
    if (refused) return refused;
    return save(client, facts, text.base.version ?? '');
  }

  async function save(
    client: BrowserData,
    facts: JobFacts,
    version: string,
  ): Promise<Failure | undefined> {
    const { data, error } = await client
      .from('jobs')
      .update(facts)
      .eq('id', job.id)
      .eq('updated_at', version)
      .select('is_active, hidden_at, filled_at, ends_at');
    if (error) return failureOf(error);
    const [saved] = data;
    if (!saved) {
      const theirs = await readOwnJob(client, job.id);
      const isElsewhere = theirs && theirs.updated_at !== version;
      // Filled or featured in the meantime, say: no typed field was changed.
      if (isElsewhere && findDifferences(theirs).length === 0) {
        return save(client, facts, theirs.updated_at);
      }
      return compare(theirs);
    }
    text.finish();
    return leaveWith({ title: 'Job updated', description: becameOf(saved) }, links.myJobs);
  }

  const findDifferences = (theirs: Job) =>
    differencesOf({ base: text.base.values, mine: text.values, theirs: valuesOf(theirs) });

  /** Somebody else was first: what only they changed is taken over, and the rest is shown side by side. */
  function compare(theirs: Job | null): Failure | undefined {
    if (!theirs) {
      const values = { ...text.values, application_deadline: '' };
      // What was typed has nowhere else to go, so it becomes the draft of a new job.
      writeDraft(draftKey(user.id, 'new'), { values, base: text.base.values, version: null });
      return { code: 'gone', message: jobIsGone };
    }
    const found = findDifferences(theirs);
    text.rebase({ values: valuesOf(theirs), version: theirs.updated_at });
    text.set(takeUntouched(found));
    setDifferences(found);
    toast({
      title: 'This job was changed elsewhere',
      description: 'Nothing that you typed is lost. Compare, then save again.',
      kind: 'error',
    });
    return undefined;
  }

  /** A change may take the job off the board, or bring it back. */
  function becameOf(saved: Parameters<typeof statusOf>[0]): string {
    const [before, after] = [statusOf(job), statusOf(saved)];
    if (after === 'live') {
      return before === 'live' ? 'The changes show at once.' : 'It is on the board again.';
    }
    if (before !== 'live' || after === 'closed' || after === 'filled') {
      return 'It is not on the board.';
    }
    return after === 'hidden'
      ? 'Our staff look at the change before the job is on the board again.'
      : 'After this change its time is over, so it has left the board. Renew puts it back.';
  }

  return (
    <JobForm
      text={text}
      submit={submit}
      labels={{ submit: 'Save Changes', busy: 'Saving…' }}
      cancelTo={links.myJobs}
      advice={(failure) => (failure.code === 'gone' ? <PostAsNewJob /> : adviceFor(failure))}
      remark={<Remark job={job} />}
    >
      {differences.length > 0 && (
        <MeanwhilePanel
          waiting={null}
          differences={differences}
          values={text.values}
          onChoose={(field, value) => text.set({ [field]: value })}
        />
      )}
    </JobForm>
  );
}

function Remark({ job }: { job: Job }) {
  switch (statusOf(job)) {
    case 'live':
      return (
        <>
          People see the changes at once on{' '}
          <Link href={links.job(job.id)}>the page of this job</Link>, or once our staff have looked
          at them where our rules ask for that.
        </>
      );
    case 'expired':
      return 'The job is not on the board: its time is over. A later deadline brings it back; without a change of it, you can renew the job under My jobs.';
    case 'hidden':
      return 'The job is not on the board until our staff release it, and saving does not change that.';
    default:
      return 'The job is not on the board, and saving does not bring it back. You can do that under My jobs.';
  }
}

function PostAsNewJob() {
  return (
    <>
      What you typed is kept as a draft of a new job.{' '}
      <ButtonLink href={links.postJob} variant="secondary" size="small" className="mt-3">
        Post it again
      </ButtonLink>
    </>
  );
}
