import { site } from '#domain/site/brand.ts';

/** What a page says of itself to machines, in the words of schema.org. */
export type StructuredData = { '@context': 'https://schema.org'; '@type': string } & Record<
  string,
  unknown
>;

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

export function breadcrumbData(
  origin: string,
  trail: readonly { name: string; path: string }[],
): StructuredData {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + path,
    })),
  };
}

export function organizationReference(origin: string) {
  return { '@id': `${origin}/#organization`, name: site.name, url: `${origin}/` };
}
