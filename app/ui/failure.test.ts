import { describe, expect, it } from 'vitest';
import { failureOf } from './failure.ts';

describe('a lost connection', () => {
  for (const [whose, error] of [
    ['Chromium', new TypeError('Failed to fetch')],
    ['Firefox', new TypeError('NetworkError when attempting to fetch resource.')],
    ['Safari', new TypeError('Load failed')],
    [
      'a network that asks for a sign-in',
      new SyntaxError(`Unexpected token '<' is not valid JSON`),
    ],
    ['the table API', { message: 'TypeError: Failed to fetch', code: '', details: '', hint: '' }],
    ['a part of the page', new TypeError('Failed to fetch dynamically imported module: /a.js')],
    ['a part in Safari', new TypeError('Importing a module script failed.')],
    ['a part in Firefox', new TypeError('error loading dynamically imported module: /a.js')],
    ['a proxy in front', { message: '<html><h1>502 Bad Gateway</h1></html>' }],
    ['a table of which half has come', { message: '[{"id":1,"title":"Cod' }],
    ['Chromium, of an answer that breaks off', new TypeError('network error')],
    ['Firefox, of an answer that breaks off', new TypeError('Error in input stream')],
    ['Safari, of an answer that breaks off', new TypeError('The network connection was lost.')],
    ['sign-in', Object.assign(new Error('{}'), { name: 'AuthRetryableFetchError', status: 503 })],
  ] as const) {
    it(`is reported in our words, not those of ${whose}`, () => {
      expect(failureOf(error)).toEqual({
        code: 'unreachable',
        message: 'The site could not be reached.',
      });
    });
  }

  it('is not a fault that the service reports itself', () => {
    const error = new Error('The sign-in is being repaired');
    expect(
      failureOf(Object.assign(error, { name: 'AuthRetryableFetchError', status: 500 })),
    ).toEqual({ code: '', message: 'The sign-in is being repaired' });
  });

  it('is not an answer that the code cannot read, whose error nobody gets to see', () => {
    expect(failureOf(new TypeError('data.slice is not a function')).message).toBe(
      'Something went wrong.',
    );
  });

  it('is not a browser without storage space', () => {
    const error = new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    expect(failureOf(error).message).toMatch(/^Your browser has no room left for this site\./);
  });

  it('is not an error without a message', () => {
    expect(failureOf({ message: '' })).toEqual({
      code: 'unknown',
      message: 'Something went wrong.',
    });
  });

  it.each([
    ['42501', 'new row violates row-level security policy for table "message_reports"'],
    ['42501', 'permission denied for table staff.members'],
    [
      '23503',
      'insert or update on table "saved_jobs" violates foreign key constraint "saved_jobs_job_id_fkey"',
    ],
  ])('is not what names tables: %s, %s', (code, message) => {
    expect(failureOf({ code, message })).toEqual({
      code,
      message: expect.stringMatching(/^This is no longer possible\. /),
    });
  });

  it('is not a refusal by the service itself', () => {
    const refusal = { code: '23514', message: 'Title must be at least 3 characters' };
    expect(failureOf(refusal)).toEqual(refusal);
  });
});
