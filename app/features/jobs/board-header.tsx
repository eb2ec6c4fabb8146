import { jobs } from '#app/content/jobs.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import * as links from '#domain/site/links.ts';

const { hero, search } = jobs;

/** Posting needs an account, so visitors sign in on the way to the form: the script adds where to return to. */
export function BoardHeader() {
  return (
    <PageHeader
      eyebrow={hero.eyebrow}
      title={hero.title}
      intro={hero.lede}
      actions={
        <>
          <ButtonLink href={`#${search.id}`}>{hero.browse}</ButtonLink>
          <ButtonLink
            variant="secondary"
            className="when-signed-out"
            data-print="none"
            href={links.signIn}
            data-way-back={links.postJob}
          >
            {hero.post}
          </ButtonLink>
          <ButtonLink
            variant="secondary"
            className="when-signed-in"
            data-print="none"
            href={links.postJob}
          >
            {hero.post}
          </ButtonLink>
        </>
      }
    />
  );
}
