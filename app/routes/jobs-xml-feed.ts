import { dataClient, requestInfo } from '#app/data/data.server.ts';
import { findNewestWhole, type WholeJob } from '#app/documents/newest-jobs.ts';
import { escapeXml, xmlResponse } from '#app/documents/xml.ts';
import { salaryOf } from '#app/features/jobs/job-words.ts';
import { readFeedSearch } from '#domain/finding/feed-search.ts';
import { jobSearchAddress } from '#domain/finding/job-search.ts';
import { isFromAnywhere } from '#domain/jobs/posting-gaps.ts';
import { site } from '#domain/site/brand.ts';
import * as links from '#domain/site/links.ts';
import type { Route } from './+types/jobs-xml-feed';

/**
 * The newest jobs of a search in the format that job sites accept (Indeed's: one `job` element each), with full texts.
 * A link leads to the next page.
 */
export async function loader({ context, request }: Pick<Route.LoaderArgs, 'context' | 'request'>) {
  const { origin } = context.get(requestInfo);
  const search = readFeedSearch(new URL(request.url).searchParams);
  const { jobs, next } = await findNewestWhole(context.get(dataClient), search);
  const changed = jobs
    .map(({ updated_at }) => updated_at)
    .toSorted()
    .at(-1);
  return xmlResponse(
    [
      '<source xmlns:atom="http://www.w3.org/2005/Atom">',
      element('publisher', site.name),
      element('publisherurl', origin),
      changed ? element('lastBuildDate', new Date(changed).toUTCString()) : '',
      next
        ? `<atom:link rel="next" href="${escapeXml(origin + jobSearchAddress({ ...search, after: next }, links.jobsXmlFeed))}"/>`
        : '',
      ...jobs.map((job) => jobElement(job, origin + links.job(job.id))),
      '</source>',
    ]
      .filter(Boolean)
      .join('\n'),
  );
}

function jobElement(job: WholeJob, url: string): string {
  const isRemote = isFromAnywhere(job);
  const facts: [name: string, text: string | null | undefined][] = [
    ['title', job.title],
    ['date', new Date(job.created_at).toUTCString()],
    ['referencenumber', job.id],
    ['url', url],
    ['company', job.company],
    // If only the poster's own words say where, use those as the town.
    ['city', isRemote ? undefined : (job.city ?? job.location)],
    ['state', job.region],
    ['country', job.country],
    ['description', textOf(job)],
    ['salary', salaryOf(job)],
    ['jobtype', jobTypes[job.job_type]],
    ['remotetype', isRemote ? 'Fully remote' : job.workplace === 'hybrid' ? 'Hybrid remote' : null],
    ['category', job.job_type],
    ['expirationdate', job.ends_at.slice(0, 10)],
  ];
  return [
    '<job>',
    ...facts.flatMap(([name, text]) => (text ? [element(name, text)] : [])),
    '</job>',
  ].join('');
}

const jobTypes: Record<string, string> = {
  'Full-time': 'fulltime',
  'Part-time': 'parttime',
  Contract: 'contract',
};

const textOf = ({ description, requirements, benefits }: WholeJob) =>
  [
    description,
    requirements && `Requirements\n${requirements}`,
    benefits && `Benefits\n${benefits}`,
  ]
    .filter(Boolean)
    .join('\n\n');

const element = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`;
