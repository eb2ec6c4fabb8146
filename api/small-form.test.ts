import { describe, expect, it } from 'vitest';
import { siteUrl } from '#test/support/site-url.ts';
import { openWholeSite } from '#test/support/whole-site.ts';
import { isSmallForm, readFormType } from './small-form.ts';

const { first, actors } = await openWholeSite();
const inParts = 'multipart/form-data; boundary=b';
const inPairs = 'application/x-www-form-urlencoded';
const field = (name: string, head = '') =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n${head}\r\nx\r\n`;

describe('a form', () => {
  it.each([
    [inPairs, 'a=b&c=d', true],
    [inPairs, 'a&'.repeat(1_000), false],
    // Five megabytes of spaces took almost a second.
    [inPairs, `a=${'+'.repeat(65_534)}`, true],
    [inPairs, `a=${'+'.repeat(65_535)}`, false],
    [inParts, `${field('a')}${field('b')}--b--\r\n`, true],
    [inParts.replace('=b', '="b"'), `${field('a')}--b--`, true],
    [inParts, `${field('a').repeat(1_000)}--b--`, false],
    [inParts, `${field('a', 'X: y\r\n'.repeat(5_000))}--b--`, false],
    [inParts, `--b\r\n${'X: y\r\n'.repeat(5_000)}`, false],
    ['multipart/form-data', field('a'), false],
    // Means one thing to the code that counts and another to the parser.
    [`multipart/form-data; a="; boundary=c"; boundary=b`, field('a').repeat(1_000), false],
    [`${inParts}, ${inPairs}`, 'a&'.repeat(1_000), false],
    [`${inPairs}, ${inParts}`, field('a').repeat(1_000), false],
  ])('of type %s is small, or not: %#', (type, body, isSmall) => {
    const form = readFormType(type);
    expect(form !== undefined && isSmallForm(Buffer.from(body), form)).toBe(isSmall);
  });

  // The one of five megabytes blocked everybody for eight minutes.
  it.each([
    ['/functions/v1/apply-as-guest', inPairs, 'a&'.repeat(2_500_000)],
    ['/functions/v1/keep-resume', inParts, field('a').repeat(90_000)],
    ['/storage/v1/object/resumes/thing.pdf', inParts, field('a').repeat(90_000)],
    ['/auth/v1/callback', inPairs, 'a&'.repeat(500_000)],
    ['/auth/v1/verify', inPairs, 'a&'.repeat(500_000)],
    ['/functions/v1/apply-as-guest', `${inParts}, ${inPairs}`, 'a&'.repeat(2_500_000)],
    [
      '/job/10000000-0000-4000-8000-000000000001/apply',
      `${inParts}, ${inPairs}`,
      'a&'.repeat(2_500_000),
    ],
    ['/rest/v1/jobs', inPairs, 'a&'.repeat(500_000)],
    ['/verify', inPairs, 'a&'.repeat(500_000)],
    ['/job/10000000-0000-4000-8000-000000000001/apply', inPairs, 'a&'.repeat(2_500_000)],
    ['/job/10000000-0000-4000-8000-000000000001/apply', inParts, field('a').repeat(90_000)],
  ])('with very many fields sent to %s as %s is never parsed', async (path, type, body) => {
    const headers = { ...actors.staff.headers, 'content-type': type, origin: siteUrl };
    const person = path.includes('keep-resume') ? (await actors.signedIn()).headers : {};
    const began = performance.now();
    const answer = await first.get(path, {
      method: 'POST',
      headers: { ...headers, ...person },
      body,
    });
    expect([400, 415]).toContain(answer.status);
    // Time is the subject: parsing took from half a second to minutes.
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});
