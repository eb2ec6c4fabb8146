import { jobs } from '#app/content/jobs.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import * as links from '#domain/site/links.ts';

export function JobNotFound() {
  return (
    <PageHeader
      title="Job Not Found"
      intro="The job you're looking for doesn't exist or has been removed."
      actions={<ButtonLink href={links.jobs}>{jobs.page.allJobs}</ButtonLink>}
    />
  );
}
