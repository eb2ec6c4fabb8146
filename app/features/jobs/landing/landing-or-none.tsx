import { ButtonLink } from '#app/ui/button.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import * as links from '#domain/site/links.ts';
import type { JobLanding } from './job-landing.ts';
import { Landing } from './landing.tsx';

type LandingOrNoneProps = { landing: JobLanding | undefined; hasFailed: boolean };

export function LandingOrNone({ landing, hasFailed }: LandingOrNoneProps) {
  if (landing) return <Landing landing={landing} />;
  return (
    <PageHeader
      eyebrow="Jobs"
      title={hasFailed ? 'The jobs could not be loaded' : 'No such place, role or type'}
      intro={
        hasFailed
          ? 'Try again in a moment.'
          : 'The link is not quite right. The board finds jobs by place, words and much else.'
      }
      actions={<ButtonLink href={links.jobs}>See all jobs</ButtonLink>}
    />
  );
}
