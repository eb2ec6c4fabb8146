import { describe, expect, it } from 'vitest';
import { site } from '#domain/site/brand.ts';
import { safeName } from './safe-name.ts';

describe('a name in an email', () => {
  it.each([
    'Blue Heron Clinics',
    'St. Mary’s Hospital, Inc.',
    'U.S. Renal Care',
    'J.D. Smith, M.D.',
    'Dr.Smith & Sons',
    'A.B.C. Clinic',
    'Team 2.0',
    'Vitamin B.12',
    'Straße und Söhne',
    'Coding/Billing & A/R.',
    'डॉ. राम',
    'R.N.-B.S.N.',
  ])('stays: %s', (name) => expect(safeName(name, 'A company')).toBe(name));

  it('is checked in linear time', () => {
    const long = `Waiting${'.'.repeat(200_000)}room`;
    expect(safeName(long, 'A company')).toBe(long);
  });

  it.each([
    'evil.com',
    'Your account is locked: evil.co.uk/unlock now',
    'https://evil.example',
    'hxxp://evil.example',
    'www.evil.example',
    'Write to help@evil.example',
    'Pay at EVIL.COM.',
    '(evil.org)',
    'evil。com',
    'ev\u200bil\u2060.com',
    'ｅｖｉｌ．ｃｏｍ',
    'xn--80ak6aa92e.com',
    'пример.рф',
    'go to 192.0.2.7/x',
    'Look:evil.com!',
    'i❤.ws',
    'Now…evil.com',
    'x..evil.com',
    'evil.com.-now',
    'see 👉.fm now',
    'א׳.com',
    '*evil.com* “evil.com” «evil.com»',
    'Jobs/evil.com',
    'evil.com\u00ADx',
    'evil.com\u20DD',
    'Jobs: -evil.com-',
    'उदाहरण.भारत',
    'ที่นี่.ไทย',
    `${site.name} Support`,
  ])('is replaced: %s', (name) => expect(safeName(name, 'A company')).toBe('A company'));

  it('may be the domain that its bearer has proved, and no other', () => {
    expect(safeName('Heron.com', 'A company', 'heron.com')).toBe('Heron.com');
    expect(safeName('Heron.com, see evil.com', 'A company', 'heron.com')).toBe('A company');
    expect(safeName('https://heron.com/login', 'A company', 'heron.com')).toBe('A company');
  });
});
