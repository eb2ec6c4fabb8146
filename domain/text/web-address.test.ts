import { describe, expect, it } from 'vitest';
import { candidateSchema } from '../candidates/candidate.ts';
import { jobSchema } from '../jobs/job.ts';
import { completeWebAddress } from './web-address.ts';

describe('an address typed without https://', () => {
  it.each([
    ['www.example.org', 'https://www.example.org'],
    [' jobs.example.org/careers?id=7 ', 'https://jobs.example.org/careers?id=7'],
    ['linkedin.com/in/maya', 'https://linkedin.com/in/maya'],
    ['example.org:8080/a', 'https://example.org:8080/a'],
    ['kliniek.例え/werk', 'https://kliniek.例え/werk'],
  ])('%j is completed', (typed, whole) => {
    expect(completeWebAddress(typed)).toBe(whole);
  });

  it.each([
    'https://example.org',
    'HTTP://example.org',
    'http:/example.org',
    'mailto:jobs@example.org',
    'javascript:alert(1)',
    'jobs@example.org',
    'example',
    'our site',
    'no.good address',
    '7.5',
    '',
  ])('%j stays as it is', (typed) => {
    expect(completeWebAddress(typed)).toBe(typed);
  });

  it('is accepted by the forms, and what is not an address is refused as before', () => {
    const job = jobSchema.safeParse({ application_url: 'jobs.example.org/7' });
    expect(job.error?.issues.map(({ path }) => path[0])).not.toContain('application_url');
    const wrong = jobSchema.safeParse({ application_url: 'our site' });
    expect(wrong.error?.issues).toContainEqual(
      expect.objectContaining({ message: 'Please enter a valid URL' }),
    );
    const profile = { headline: 'Coder', linkedin_url: 'linkedin.com/in/maya' };
    expect(candidateSchema.parse(profile).linkedin_url).toBe('https://linkedin.com/in/maya');
  });
});
