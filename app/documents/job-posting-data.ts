import { logoAddress } from '#domain/companies/company.ts';
import { stateOf, usStates } from '#domain/finding/us-states.ts';
import { nameCountry } from '#domain/jobs/countries.ts';
import type { JobCompany, ShownJob } from '#domain/jobs/job-rows.ts';
import { gapsOf, isFromAnywhere } from '#domain/jobs/posting-gaps.ts';
import { site } from '#domain/site/brand.ts';
import type { StructuredData } from './structured-data.ts';

type LiveJob = ShownJob & { application_url: string | null };
type PostingCompany = Pick<JobCompany, 'web_address' | 'proven_domain' | 'logo'> & {
  /** The site's origin, because the site hosts the logo. */
  origin: string;
};

/**
 * A live posting as structured data for Google
 * (developers.google.com/search/docs/appearance/structured-data/job-posting). None if the posting does not say where
 * the work is done, or contradicts itself: a guess would be worse.
 */
export function jobPostingData(job: LiveJob, company?: PostingCompany): StructuredData[] {
  if (gapsOf(job).missing.length > 0) return [];
  const employmentType = employmentTypes[job.job_type];
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'JobPosting',
      title: job.title,
      description: descriptionOf(job),
      datePosted: job.created_at,
      validThrough: job.ends_at,
      hiringOrganization: organizationOf(job, company),
      identifier: { '@type': 'PropertyValue', name: job.company, value: job.id },
      ...(employmentType && { employmentType }),
      ...placeOf(job),
      ...salaryOf(job),
      ...qualificationOf(job),
      // Here, as opposed to the employer's own site.
      directApply: job.application_url === null,
    },
  ];
}

/** As on the company's own page, the web address is stated only if it has proved the domain. */
function organizationOf({ company: name }: LiveJob, company: PostingCompany | undefined) {
  const { web_address: address, proven_domain: domain, logo, origin } = company ?? {};
  return {
    '@type': 'Organization',
    name,
    ...(domain && address && { sameAs: address }),
    ...(logo && { logo: `${origin}${logoAddress(logo)}` }),
  };
}

const employmentTypes: Record<string, string> = {
  'Full-time': 'FULL_TIME',
  'Part-time': 'PART_TIME',
  Contract: 'CONTRACTOR',
  Other: 'OTHER',
};

function placeOf(job: LiveJob) {
  const { city, region, country } = job;
  if (isFromAnywhere(job)) {
    return {
      jobLocationType: 'TELECOMMUTE',
      applicantLocationRequirements: fromWhere(job),
    };
  }
  return {
    jobLocation: {
      '@type': 'Place',
      address: {
        '@type': 'PostalAddress',
        ...(city && { addressLocality: city }),
        ...(region && { addressRegion: region }),
        addressCountry: country,
      },
    },
  };
}

/** A posting that names a state is for people there, which is also how the board reads it. */
function fromWhere({ region, country }: LiveJob) {
  const state = country === 'US' && region ? stateOf(region) : undefined;
  return state
    ? { '@type': 'State', name: `${usStates[state]}, USA` }
    : { '@type': 'Country', name: nameCountry(country ?? '') };
}

/** A whole range or nothing: half a range is not a documented form. */
function salaryOf({ salary_from, salary_to, salary_currency, salary_period }: LiveJob) {
  if (salary_from === null || salary_to === null || !salary_currency || !salary_period) return {};
  const amount =
    salary_from === salary_to
      ? { value: salary_from }
      : { minValue: salary_from, maxValue: salary_to };
  return {
    baseSalary: {
      '@type': 'MonetaryAmount',
      currency: salary_currency,
      value: { '@type': 'QuantitativeValue', ...amount, unitText: salary_period.toUpperCase() },
    },
  };
}

/** The credentials that the employer accepts, by the names of their tiers. */
function qualificationOf({ credentials_wanted: codes }: LiveJob) {
  if (codes.length === 0) return {};
  return {
    qualifications: codes.map((code) => ({
      '@type': 'EducationalOccupationalCredential',
      credentialCategory: 'certification',
      name: code,
      recognizedBy: { '@type': 'Organization', name: site.name },
    })),
  };
}

/** The property is HTML, so typed text is escaped and its line breaks are converted. */
function descriptionOf({ description, requirements, benefits }: LiveJob): string {
  return [
    paragraphs(description),
    requirements && `<p>Requirements</p>${paragraphs(requirements)}`,
    benefits && `<p>Benefits</p>${paragraphs(benefits)}`,
  ]
    .filter(Boolean)
    .join('');
}

function paragraphs(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return escaped
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`)
    .join('');
}
