import { wordKinds } from '#app/content/words/kinds.ts';
import * as links from '#domain/site/links.ts';
import type { DataClient } from '../data/data.server.ts';
import { fail } from '../data/failed.ts';
import { foundPaths } from '../page-paths.ts';
import { escapeXml, xmlResponse } from './xml.ts';

/** The protocol allows 50,000 addresses per file; search engines read smaller files sooner. */
export const perSitemap = 10_000;

type Entry = { path: string; changed: string };

const schema = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/**
 * All pages that do not depend on single rows. The board changes with its postings, other pages with their words and
 * with each release.
 */
export async function listPages(client: DataClient): Promise<Entry[]> {
  const [board, words] = await Promise.all([
    // No retries: whoever requested the list is told at once when to come back.
    client.rpc('board_changed_on').retry(false),
    client.rpc('words_changed_on', { kinds: Object.keys(pagesOfWords) }).retry(false),
  ]);
  for (const { error, status } of [board, words]) if (error) fail({ error, status });
  const days = new Map<string, string[]>([[links.jobs, [board.data ?? '']]]);
  for (const { kind, changed } of words.data ?? []) {
    for (const path of pagesOfWords[kind ?? ''] ?? []) {
      days.set(path, [...(days.get(path) ?? []), changed ?? '']);
    }
  }
  return foundPaths.map((path) => ({
    path,
    changed: [__RELEASED__, ...(days.get(path) ?? [])].toSorted().at(-1) ?? '',
  }));
}

/**
 * The pages on which each kind of words appears. The company's name is on all of them, and the announcement does not
 * count as content.
 */
const pagesOfWords: Record<string, readonly string[]> = Object.fromEntries(
  wordKinds
    .filter(({ name }) => name !== 'announcement')
    .map(({ name, page }) => [name, name === 'brand' ? foundPaths : [page]]),
);

export async function listJobs(client: DataClient, part: number): Promise<Entry[]> {
  const { data, error, status } = await client.rpc('list_job_addresses', { part });
  if (error) fail({ error, status });
  return data.map((line) => {
    const [id = '', changed = ''] = line.split(' ');
    return { path: links.job(id), changed };
  });
}

/** Companies with open postings. */
export async function listCompanies(client: DataClient, part: number): Promise<Entry[]> {
  const { data, error, status } = await client.rpc('list_companies_in_part', { part });
  if (error) fail({ error, status });
  return data.map((line) => {
    const [slug = '', changed = ''] = line.split(' ');
    return { path: links.company(slug), changed };
  });
}

/** Lists of postings by place, role or type that are long enough. */
export async function listLandings(client: DataClient): Promise<Entry[]> {
  const { data, error, status } = await client.rpc('list_landings');
  if (error) fail({ error, status });
  return data.map((line) => {
    const [path = '', changed = ''] = line.split(' ');
    return { path: `${links.jobs}/${path}`, changed };
  });
}

export async function countJobs(client: DataClient): Promise<number> {
  const { data, error, status } = await client.rpc('count_live_jobs');
  if (error) fail({ error, status });
  return data;
}

export async function countCompanies(client: DataClient): Promise<number> {
  const { data, error, status } = await client.rpc('count_listed_companies');
  if (error) fail({ error, status });
  return data;
}

export function sitemapResponse(origin: string, entries: Entry[]): Response {
  const lines = entries.map(
    ({ path, changed }) =>
      `<url><loc>${escapeXml(origin + path)}</loc><lastmod>${changed}</lastmod></url>`,
  );
  return respond([`<urlset xmlns="${schema}">`, ...lines, '</urlset>']);
}

export function sitemapIndexResponse(origin: string, paths: string[]): Response {
  const lines = paths.map((path) => `<sitemap><loc>${escapeXml(origin + path)}</loc></sitemap>`);
  return respond([`<sitemapindex xmlns="${schema}">`, ...lines, '</sitemapindex>']);
}

function respond(lines: string[]): Response {
  return xmlResponse(lines.join('\n'));
}
