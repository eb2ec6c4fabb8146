import { describe, expect, it } from 'vitest';
import { proposeProfile } from '#api/applications/resume/propose-profile.ts';
import { hashOf } from '#api/newsletter/newsletter-editions.ts';
import { accepts } from '#api/packing.ts';
import { readRich } from '#app/content/rich-text.ts';
import { tidyFileName } from '#domain/applications/resume.ts';
import { readJobSearch } from '#domain/finding/job-search.ts';
import { checkWords } from '#domain/site/check-words.ts';
import { readMarkdown } from '#mail/markdown.ts';
import { leadToWhatIsMeant } from '#server/as-meant.ts';
import { withoutSecrets } from '#server/telemetry/without-secrets.ts';

/**
 * One process answers everybody, so whatever keeps it busy for seconds delays all others. In
 * milliseconds of CPU time.
 */
const patience = 2_000;

const site = 'http://site.example';
const gap = ' '.repeat(100_000);
const many = (text: string) => text.repeat(Math.floor(60_000 / text.length));
const resume = (text: string) => () => proposeProfile(text, new Date('2026-11-22'));

const newsletter = (text: string) => () => readMarkdown(`x${many(text)}`);
const line = { type: 'line', label: 'Title', most: 100 } as const;
const rich = { type: 'rich', label: 'Text', most: 200_000 } as const;

/**
 * Input that a stranger can make long, for patterns that would retry at each letter and fail at the
 * last.
 */
describe('the longest allowed texts are read at once:', () => {
  it.each<[what: string, read: () => unknown]>([
    [
      'an address that ends with a slash',
      () => leadToWhatIsMeant(new URL(`${site}/x${'/'.repeat(200_000)}x/`)),
    ],
    ['what a client unpacks', () => accepts(`gzip${gap}x`, 'br')],
    ['the pay of a search', () => readJobSearch(new URLSearchParams({ pay: `${gap}x` }))],
    ['the name of a file', () => tidyFileName(`x${'.'.repeat(200_000)}x`, 'pdf')],
    ['a line of the log', () => withoutSecrets('a'.repeat(200_000))],
    ['the text of a newsletter', () => hashOf({ subject: '', text: `${gap}x` })],
    ['a newsletter of links', newsletter('[a')],
    ['a newsletter of tags', newsletter('<a')],
    ['a newsletter of bold words', newsletter('**a *b ')],
    ['a line of words', () => checkWords({ title: line }, { title: `x${gap}${gap}x` })],
    ['words of links', () => checkWords({ text: rich }, { text: '[](a'.repeat(12_500) })],
    ['a page of links', () => readRich('[a'.repeat(50_000))],
    ['a page of ways', () => readRich('[](a'.repeat(12_500))],
    ['a resume of towns', resume(many('A.'))],
    ['a resume of months', resume(`Experience\n${many('jan')}`)],
    ['a resume of lists', resume(`Certifications\n${many(', ')}`)],
    ['a resume of full stops', resume(`Certifications\nx${many('.')}x`)],
    ['a resume of lines', resume(`A\nx${many(',')}x`)],
    ['a resume of places', resume(`Experience\nCoder 2019 - now\nAda, NC${many(',')}x`)],
  ])('%s', (_, read) => {
    const begun = process.threadCpuUsage();
    read();
    const { user, system } = process.threadCpuUsage(begun);
    expect((user + system) / 1_000).toBeLessThan(patience);
  });
});

it('and the result is the same as before', () => {
  const meant = (path: string) =>
    leadToWhatIsMeant(new URL(site + path))?.headers.get('location') ?? undefined;
  expect(meant('//other.example/jobs//?q=coder')).toBe('/other.example/jobs?q=coder');
  expect(meant('//')).toBe('/');
  expect(meant('/jobs')).toBeUndefined();
  for (const tail of ['.', ',', ').', '”', '’', '%20', '">', "'", '*', '/)', ']']) {
    expect(meant(`/jobs${tail}`)).toBe('/jobs');
  }
  expect(accepts('gzip ; q=0.5 , br; q=0', 'gzip')).toBe(true);
  expect(accepts('gzip ; q=0.5 , br; q=0', 'br')).toBe(false);
  expect(tidyFileName('C:\\Users\\Ada\\My resume. .pdf', 'pdf')).toBe('My resume.pdf');
});
