/** An expensive request, by a visitor or by a signed-in member. */
export type Costly = { path: string; body?: object; isMember?: boolean };

const everything = ['title', 'company', 'location', 'description', 'requirements'];
/** As many comparisons as fit into one address, each over long text and none with an index. */
const manyPatterns = everything
  .flatMap((column) => ['*q*z*x*', '*a*e*i*o*u*y*', '*%*_*%*', '*z*z*z*'].map((p) => [column, p]))
  .map(([column, pattern]) => `${column}.ilike.${pattern}`)
  .join(',');
const slow = 'description=ilike.*a*e*i*o*u*q*z*x*';
const words = 'the and of to in for with on as at by from or is are this that a an be'.split(' ');

/**
 * The most expensive ones that a search of the whole API and of all pages found, within every
 * limit.
 */
export const costly: Costly[] = [
  { path: `/rest/v1/jobs?select=*&or=(${manyPatterns})` },
  { path: `/rest/v1/jobs?select=*&not.or=(${manyPatterns})&limit=1` },
  { path: `/rest/v1/jobs?select=id&and=(${manyPatterns})` },
  { path: `/rest/v1/jobs?select=*&${slow}` },
  { path: `/rest/v1/jobs?select=*&${slow}&order=description.desc,requirements.asc` },
  { path: '/rest/v1/jobs?select=*&order=description.desc,requirements.asc&limit=1000' },
  { path: '/rest/v1/jobs?select=*&order=description.desc&limit=1000&offset=19000' },
  { path: '/rest/v1/jobs?select=*&description=ilike.*%2525%25_%25_%25_%25*&limit=1000' },
  { path: '/rest/v1/jobs?select=*&description=phfts(english).health&order=title.desc' },
  { path: '/rest/v1/jobs?select=*&description=wfts(english).health%20or%20care%20or%20data' },
  { path: '/rest/v1/jobs?select=*&requirements=plfts(english).a%20b%20c%20d%20e%20f' },
  { path: `/rest/v1/jobs?select=*&title=not.ilike.*${'a*'.repeat(60)}` },
  ...['a', 'ai', 'e', words.join(' '), '%', '_', 'zq', '"analyst" -coder or data'].map((q) => ({
    path: '/rest/v1/rpc/search_jobs',
    body: { q },
  })),
  { path: '/rest/v1/rpc/search_jobs', body: { q: 'care', type: 'Contract' } },
  { path: '/rest/v1/rpc/list_job_addresses', body: { part: 2 } },
  { path: '/rest/v1/rpc/count_live_jobs', body: {} },
  { path: '/jobs?q=analyst' },
  { path: `/jobs?q=${encodeURIComponent(words.join(' '))}` },
  { path: '/jobs/feed.xml?q=data' },
  { path: '/sitemap.xml' },
  { path: '/sitemap/jobs-1.xml' },
  { path: '/sitemap/jobs-2.xml' },
  ...['a', 'ai coder health', words.join(' '), '%_%'].flatMap((q) =>
    ['search_candidates', 'count_candidates'].map((name) => ({
      path: `/rest/v1/rpc/${name}`,
      body: { q, skills: words, skills_mode: 'any', years_from: 0, years_to: 60 },
      isMember: true,
    })),
  ),
  {
    path: `/rest/v1/candidate_profiles?select=*&or=(headline.ilike.*a*e*i*,summary.ilike.*a*e*i*o*u*)&order=summary.desc&limit=1000`,
    isMember: true,
  },
  { path: '/storage/v1/object/list/avatars', body: { limit: 1000, search: 'a' }, isMember: true },
  { path: '/functions/v1/account-export', body: {}, isMember: true },
];
