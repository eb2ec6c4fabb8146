import { site } from '#domain/site/brand.ts';
import type { StructuredData } from './structured-data.ts';

// Apart from the breadcrumbs of a page, which screens need in the browser too.

export function organizationData(origin: string): StructuredData {
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    ...organizationReference(origin),
    description: site.description,
    email: site.email,
    logo: `${origin}/icon-512.png`,
    sameAs: site.social.map(({ url }) => url),
  };
}

export function webSiteData(origin: string): StructuredData {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    '@id': `${origin}/#website`,
    name: site.name,
    description: site.tagline,
    url: `${origin}/`,
    inLanguage: 'en-US',
    publisher: { '@id': `${origin}/#organization` },
  };
}

export function organizationReference(origin: string) {
  return { '@id': `${origin}/#organization`, name: site.name, url: `${origin}/` };
}
