import { useState } from 'react';
import { RequireSession } from '#app/session/require-session.tsx';
import { useAuth } from '#app/session/use-auth.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Field } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { Textarea } from '#app/ui/text-input.tsx';
import { salaryOf, workplaceOf } from '#domain/jobs/job-terms.ts';
import * as links from '#domain/site/links.ts';
import { GuestForm } from './guest-form.tsx';
import type { Applying, JobToApply } from './job-to-apply.ts';
import { OwnForm } from './own-form.tsx';
import type { GuestRefusal } from './send-as-guest.ts';
import './applications.css';

type ApplyScreenProps = {
  found: Applying;
  isSent: boolean;
  refusal: GuestRefusal | undefined;
};

/** The form for guests, which works as rendered by the server, or the one for people who are signed in. */
export function ApplyScreen({ found, isSent, refusal }: ApplyScreenProps) {
  const auth = useAuth();
  // If the session ends while somebody is writing, they keep the form with its content.
  const isOwn = auth.status === 'signed-in' || (auth.status === 'signed-out' && auth.wasSignedIn);
  // Somebody who is signed in should not start with the guests' form, which disappears on hydration.
  const isUnknown = auth.status === 'loading' && !auth.hasFailed;
  const [newPosting, setNewPosting] = useState<JobToApply>();
  if (found.kind !== 'open') return <Over found={found} written={writtenIn(refusal)} />;
  const job = newPosting ?? found.job;
  // Somebody who read the posting an hour ago sees its current terms.
  const terms = [job.job_type, workplaceOf(job), salaryOf(job)].filter(
    // “Remote” may be the place, the type and the workplace: say it once.
    (term, at, all) => term && term !== job.location && all.indexOf(term) === at,
  );
  return (
    <>
      <PageHeader
        breadcrumb={
          <Breadcrumb
            trail={[
              { label: 'Jobs', href: links.jobs },
              { label: job.title, href: links.job(job.id) },
            ]}
            here="Apply"
          />
        }
        title={
          <>
            Apply: <bdi>{job.title}</bdi>
          </>
        }
        intro={
          <>
            <bdi>{job.company}</bdi>, <bdi>{job.location}</bdi>
            <br />
            <bdi>{terms.join(', ')}</bdi>
          </>
        }
      />
      {isSent && (
        <div className="wrap mb-8" role="status">
          <div className="max-w-2xl">
            <Notice tone="good" title="One step is left: open the link in our email">
              We have sent it to the address that you gave. The company gets your application once
              you have opened the link and pressed the button there. It works for a day.
            </Notice>
          </div>
        </div>
      )}
      {isOwn && (
        <RequireSession>
          {(user) => (
            <div className="wrap">
              <OwnForm job={job} user={user} onNewPosting={setNewPosting} />
            </div>
          )}
        </RequireSession>
      )}
      {isUnknown && (
        <div className="wrap when-signed-in">
          <Skeleton lines={6} label="Loading your profile…" />
        </div>
      )}
      {!isOwn && !isSent && (
        <div className={classNames('wrap', isUnknown && 'when-signed-out')}>
          <GuestForm job={job} refusal={refusal} />
        </div>
      )}
    </>
  );
}

/** `written`: what somebody had typed when the posting closed or moved its applications elsewhere. */
function Over({ found, written }: { found: Applying; written: string }) {
  return (
    <>
      {found.kind === 'elsewhere' ? (
        <PageHeader
          title="This job takes applications elsewhere now"
          intro="The employer has changed where to apply."
          actions={<ButtonLink href={links.job(found.id)}>See the job</ButtonLink>}
        />
      ) : (
        <PageHeader
          title="This job takes no applications any more"
          intro="It has been filled, closed or removed."
          actions={<ButtonLink href={links.jobs}>Browse all jobs</ButtonLink>}
        />
      )}
      {written && (
        <div className="wrap">
          <div className="max-w-2xl">
            <Field
              label="What you wrote"
              hint="It was not sent, and we keep nothing of it. Copy from here what you want to use again."
            >
              <Textarea dir="auto" rows={12} readOnly defaultValue={written} />
            </Field>
          </div>
        </div>
      )}
    </>
  );
}

/** The letter, and answers in free text. */
function writtenIn(refusal: GuestRefusal | undefined): string {
  return Object.entries(refusal?.values ?? {})
    .filter(([name, value]) => name === 'note' || (/^answer-/.test(name) && value.length > 40))
    .map(([, value]) => value.trim())
    .filter(Boolean)
    .join('\n\n');
}
