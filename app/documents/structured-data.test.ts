import { describe, expect, it } from 'vitest';
import type { PageAddress } from '#app/pages.ts';
import { certifications } from '../content/certifications.ts';
import { courseData, courseListData } from './course-data.ts';
import { organizationData, webSiteData } from './organization-data.ts';
import { pageMeta } from './page-meta.ts';
import type { StructuredData } from './structured-data.ts';

const origin = 'https://www.carolinahealth.example';
const matches = [{ loaderData: { origin } }];

/** What schema.org and the search engines that use it require of each type. */
const required: Record<string, readonly string[]> = {
  Organization: ['name', 'url'],
  WebSite: ['name', 'url'],
  BreadcrumbList: ['itemListElement'],
  ItemList: ['itemListElement'],
  ListItem: ['position'],
  Course: ['name', 'description', 'provider', 'url', 'hasCourseInstance'],
  CourseInstance: ['courseMode', 'courseWorkload'],
};

const pages = [
  page('/', (at) => [organizationData(at), webSiteData(at)]),
  page('/about'),
  page('/professionals', (at) => [courseListData(at)]),
  page('/resources/igm-framework-guide'),
  ...certifications.map((tier) =>
    page(`/certifications/${tier.slug}`, (at) => [courseData(at, tier)]),
  ),
];

describe('structured data', () => {
  it.each(pages)('has what its types require on $path', ({ data }) => {
    for (const block of data) {
      expect(block['@context']).toBe('https://schema.org');
      for (const node of nodes(block)) {
        const wanted = required[String(node['@type'])];
        expect(wanted, `the type ${node['@type']}`).toBeDefined();
        for (const name of wanted ?? []) expect(node[name], name).toBeTruthy();
      }
    }
  });

  it('gives the breadcrumbs of a page, from Home through its parent', () => {
    const trailOf = (path: PageAddress) =>
      (blockOf(path, 'BreadcrumbList').itemListElement as StructuredData[]).map((each) => [
        each.position,
        each.name,
        each.item,
      ]);
    expect(trailOf('/about')).toEqual([
      [1, 'Home', `${origin}/`],
      [2, 'Page /about', `${origin}/about`],
    ]);
    expect(trailOf('/certifications/student')[1]).toEqual([
      2,
      'Professionals',
      `${origin}/professionals`,
    ]);
  });

  it('lists the five courses with their hours, self-paced and with a cohort', () => {
    const list = blockOf('/professionals', 'ItemList').itemListElement as { item: object }[];
    expect(list).toHaveLength(5);
    expect(list[1]?.item).toMatchObject({
      name: 'CIHIS-AI Applied Practice',
      hasCourseInstance: [{ courseWorkload: 'PT150H' }, { courseWorkload: 'PT150H' }],
    });
  });

  it('states no price, which nobody has announced', () => {
    expect(JSON.stringify(pages)).not.toMatch(/offers|price/i);
  });

  it('is left out of private pages, as is the picture', () => {
    const meta = pageMeta(matches, {
      title: 'Sign in',
      description: 'Private',
      path: '/auth',
      isPrivate: true,
    });
    expect(JSON.stringify(meta)).not.toMatch(/ld\+json|og:image/);
  });
});

function page(path: PageAddress, data?: (origin: string) => StructuredData[]) {
  const meta = pageMeta(matches, { title: `Page ${path}`, description: path, path, data });
  const blocks = meta.flatMap((entry) =>
    'script:ld+json' in entry ? [entry['script:ld+json'] as StructuredData] : [],
  );
  return { path, data: blocks };
}

function blockOf(path: PageAddress, type: string): StructuredData {
  const found = pages
    .find((each) => each.path === path)
    ?.data.find((block) => block['@type'] === type);
  if (!found) throw new Error(`${path} has no ${type}`);
  return found;
}

/** Every node that has a type, at any depth. */
function nodes(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(nodes);
  if (typeof value !== 'object' || value === null) return [];
  const own = '@type' in value ? [value as Record<string, unknown>] : [];
  return [...own, ...Object.values(value).flatMap(nodes)];
}
