import * as links from '#domain/site/links.ts';
import { type Certification, certifications } from '../content/certifications.ts';
import { organizationReference } from './organization-data.ts';
import type { StructuredData } from './structured-data.ts';

/** A tier as a course. No price and no dates: neither has been announced. */
export function courseData(origin: string, tier: Certification): StructuredData {
  return { '@context': 'https://schema.org', ...course(origin, tier) };
}

/** The five tiers in the order of the pathway, each with the page that tells more. */
export function courseListData(origin: string): StructuredData {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: certifications.map((tier, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      url: addressOf(origin, tier),
      item: course(origin, tier),
    })),
  };
}

function course(origin: string, tier: Certification) {
  const { credential, name, summary, hours, learn, prerequisites, formats } = tier;
  return {
    '@type': 'Course',
    '@id': addressOf(origin, tier),
    url: addressOf(origin, tier),
    name: `${credential} ${name}`,
    description: summary,
    provider: { '@type': 'Organization', ...organizationReference(origin) },
    educationalCredentialAwarded: credential,
    coursePrerequisites: prerequisites.join(' '),
    teaches: learn,
    inLanguage: 'en-US',
    hasCourseInstance: formats.map((format) => ({
      '@type': 'CourseInstance',
      name: `${name}, ${format.toLowerCase()}`,
      courseMode: 'Online',
      courseWorkload: `PT${hours}H`,
    })),
  };
}

function addressOf(origin: string, { slug }: Certification): string {
  return `${origin}${links.certification(slug)}`;
}
