import { dataClient, requestInfo } from '#app/data/data.server.ts';
import { describeFilters } from '#app/documents/describe-filters.ts';
import { jobPostingData } from '#app/documents/job-posting-data.ts';
import { findNewestWhole, type WholeJob } from '#app/documents/newest-jobs.ts';
import { readFeedSearch } from '#domain/finding/feed-search.ts';
import { jobSearchAddress } from '#domain/finding/job-search.ts';
import { site } from '#domain/site/brand.ts';
import * as links from '#domain/site/links.ts';
import type { Route } from './+types/jobs-json-feed';

/**
 * The newest jobs of a search as JSON Feed 1.1 (jsonfeed.org), with schema.org data for each posting that is complete.
 */
export async function loader({ context, request }: Pick<Route.LoaderArgs, 'context' | 'request'>) {
  const { origin } = context.get(requestInfo);
  const search = readFeedSearch(new URL(request.url).searchParams);
  const { jobs, next } = await findNewestWhole(context.get(dataClient), search);
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: `${site.name}: Jobs${describeFilters(search)}`,
    description: 'Open positions in healthcare AI, the newest first.',
    language: 'en-US',
    home_page_url: origin + jobSearchAddress({ ...search, after: undefined }),
    feed_url: origin + jobSearchAddress(search, links.jobsJsonFeed),
    ...(next && {
      next_url: origin + jobSearchAddress({ ...search, after: next }, links.jobsJsonFeed),
    }),
    items: jobs.map((job) => itemOf(job, origin + links.job(job.id))),
  };
  return new Response(JSON.stringify(feed), {
    headers: { 'content-type': 'application/feed+json; charset=utf-8' },
  });
}

function itemOf(job: WholeJob, url: string) {
  const { title, company, location, job_type, workplace, city, region, country } = job;
  const [posting] = jobPostingData(job);
  return {
    id: url,
    url,
    title: `${title}, ${company}`,
    content_text: [job.description, job.requirements, job.benefits].filter(Boolean).join('\n\n'),
    date_published: job.created_at,
    date_modified: job.updated_at,
    authors: [{ name: company }],
    tags: [job_type, ...(workplace ? [workplace] : []), ...job.credentials_wanted],
    _job: {
      about: 'https://schema.org/JobPosting',
      title,
      company,
      location,
      job_type,
      workplace,
      city,
      region,
      country,
      salary: job.salary_range,
      salary_from: job.salary_from,
      salary_to: job.salary_to,
      salary_currency: job.salary_currency,
      salary_period: job.salary_period,
      deadline: job.application_deadline,
      ends_at: job.ends_at,
      ...(posting && { posting }),
    },
  };
}
