import { useAuth } from '#app/session/use-auth.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import * as links from '#domain/links.ts';
import { GuestForm } from './guest-form.tsx';
import type { Applying } from './job-to-apply.ts';
import { OwnForm } from './own-form.tsx';
import type { GuestRefusal } from './send-as-guest.ts';
import './applications.css';

type ApplyScreenProps = {
  found: Applying;
  isSent: boolean;
  refusal: GuestRefusal | undefined;
};

/** The form of a guest until it is known that somebody is signed in; it works as it is written by the server. */
export function ApplyScreen({ found, isSent, refusal }: ApplyScreenProps) {
  const { status, user } = useAuth();
  if (found.kind !== 'open') return <Over />;
  const { job } = found;
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
          </>
        }
      />
      <div className="wrap">
        {isSent && (
          <div className="mb-8 max-w-2xl" role="status">
            <Notice tone="good" title="One step is left: open the link in our email">
              We have sent it to the address that you gave. The company gets your application once
              you have opened the link and pressed the button there. It works for a day.
            </Notice>
          </div>
        )}
        {status === 'signed-in' && user ? (
          <OwnForm job={job} user={user} />
        ) : (
          !isSent && <GuestForm job={job} refusal={refusal} />
        )}
      </div>
    </>
  );
}

function Over() {
  return (
    <PageHeader
      title="This job takes no applications any more"
      intro="It has been filled, closed or removed."
      actions={<ButtonLink href={links.jobs}>Browse all jobs</ButtonLink>}
    />
  );
}
