import { afterAll, describe, expect, it } from 'vitest';
import { readWordsFrom, type Words } from '#domain/site/words.ts';
import { accessibility } from './accessibility.ts';
import { fulfillment } from './fulfillment.ts';
import { firstPolicies, policyNames, policyNow } from './legal-texts.ts';
import { privacy } from './privacy.ts';
import { type RichText, writeRich } from './rich-text.ts';
import { terms } from './terms.ts';

let words: Words = {};
const before = readWordsFrom(() => words);
afterAll(() => {
  readWordsFrom(before);
});

const facts = { evidenceDays: 45 };
const released = { terms, privacy, fulfillment, accessibility };
const filled = (body: RichText) =>
  writeRich(body)
    .replaceAll('{company}', 'Carolina Health AI')
    .replaceAll('{email}', 'hello@carolinahealth.example')
    .replaceAll('{region}', 'North Carolina, United States')
    .replaceAll('{evidence-days}', '45');

describe('a legal text', () => {
  it.each(policyNames)('%s is as released, with the site’s facts filled in', (name) => {
    const now = policyNow(name, facts);
    const { title, effective, sections } = released[name];
    expect(now).toMatchObject({ title, ...(effective && { effective }) });
    expect(now.sections.map(({ id, body }) => [id, writeRich(body)])).toEqual(
      sections.map(({ id, body }) => [id, filled(body)]),
    );
    expect(JSON.stringify(now)).not.toMatch(/\{[a-z-]+\}/);
    expect(now).toMatchObject({ days: [] });
    expect(now.next).toBeUndefined();
  });

  it('names the effective day that owners chose, what will change, and the other versions', () => {
    const published = { ...firstPolicies.terms, effective: '2026-12-06', lede: 'Ours, {company}.' };
    words = {
      terms: published,
      'terms.next': { ...published, effective: '2027-01-10', changes: 'You may write to {email}.' },
      'terms.days': ['2026-12-06', '2027-01-10'],
      brand: { name: 'Piedmont', email: 'us@piedmont.example', region: 'Here' },
    };
    expect(policyNow('terms', facts)).toMatchObject({
      effective: { date: '2026-12-06', text: 'Effective December 6, 2026' },
      lede: 'Ours, Piedmont.',
      next: {
        day: '2027-01-10',
        text: 'January 10, 2027',
        changes: 'You may write to us@piedmont.example.',
      },
      days: [
        { day: '2027-01-10', text: 'January 10, 2027' },
        { day: '2025-10-01', text: 'October 1, 2025' },
      ],
    });
    words = {};
  });
});
