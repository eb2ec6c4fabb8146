import { describe, expect, test } from 'vitest';
import { lengthOf } from '../text/text-length.ts';
import { isWebAddress } from '../text/web-address-rules.ts';
import { countryCodes, nameCountry } from './countries.ts';
import { type JobForm, jobSchema } from './job.ts';
import { hostOf } from './job-facts.ts';

const goodForm: JobForm = {
  title: 'Denials Analyst',
  company: 'Piedmont Valley Health',
  location: 'Charlotte, NC',
  job_type: 'Full-time',
  application_url: 'https://piedmont-valley.example/apply',
  description: 'Find the root causes behind payer denials and write the appeals.',
  contact_name: 'Sample Recruiter',
  contact_email: 'talent@piedmont-valley.example',
};

function messagesFor(changes: Partial<Record<keyof JobForm, unknown>>): string[] {
  const { success, error } = jobSchema.safeParse({ ...goodForm, ...changes });
  return success ? [] : error.issues.map(({ message }) => message);
}

describe('the job form', () => {
  test('turns empty and missing fields into null', () => {
    const job = jobSchema.parse({ ...goodForm, job_type: undefined, requirements: '  ', city: '' });
    expect(job).toMatchObject({
      job_type: 'Full-time',
      requirements: null,
      benefits: null,
      application_deadline: null,
      city: null,
      workplace: null,
      salary_from: null,
      salary_currency: null,
    });
  });

  test.each([
    ['title', 3, 100, 'Title must be at least 3 characters'],
    ['company', 2, 100, 'Company must be at least 2 characters'],
    ['location', 2, 100, 'Location must be at least 2 characters'],
    ['contact_name', 2, 100, 'Recruiter/Contact name is required'],
    ['description', 50, 5000, 'Description must be at least 50 characters'],
  ] as const)('%s has %i to %i characters', (field, least, most, tooShort) => {
    expect(messagesFor({ [field]: 'x'.repeat(least - 1) })).toEqual([tooShort]);
    expect(messagesFor({ [field]: '' })).toEqual([tooShort]);
    expect(messagesFor({ [field]: `${'x'.repeat(least - 1)}   ` })).toEqual([tooShort]);
    expect(messagesFor({ [field]: 'x'.repeat(least) })).toEqual([]);
    expect(messagesFor({ [field]: 'x'.repeat(most) })).toEqual([]);
    expect(messagesFor({ [field]: '😀'.repeat(most) })).toEqual([]);
    expect(messagesFor({ [field]: 'x'.repeat(most + 1) })).toHaveLength(1);
    expect(messagesFor({ [field]: '😀'.repeat(most + 1) })).toHaveLength(1);
  });

  test('reports a title that is too long in the words of the specification', () => {
    expect(messagesFor({ title: 'x'.repeat(101) })).toEqual([
      'Title must be less than 100 characters',
    ]);
  });

  test.each([
    ['contact_phone', 50],
    ['salary_range', 100],
    ['requirements', 3000],
    ['benefits', 2000],
    ['city', 100],
    ['region', 100],
  ] as const)('%s has at most %i characters', (field, most) => {
    expect(messagesFor({ [field]: 'x'.repeat(most) })).toEqual([]);
    expect(messagesFor({ [field]: 'x'.repeat(most + 1) })).toHaveLength(1);
  });

  test.each(['nobody', 'a@b', '', 'two words@a.example', `${'x'.repeat(250)}@a.example`])(
    'does not take %j as a contact address',
    (contact_email) => {
      expect(messagesFor({ contact_email })[0]).toMatch(/email/);
    },
  );

  test.each([
    '',
    'piedmont',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://a.example',
    'https://',
    'https://bank.example@evil.example/',
    'https://bank.example\\@evil.example',
    'https://a.example/two words',
  ])('does not take %j as the application address', (application_url) => {
    expect(messagesFor({ application_url })).toEqual(['Please enter a valid URL']);
  });

  test('accepts an address of 500 characters, and none longer', () => {
    const address = `https://a.example/${'x'.repeat(482)}`;
    expect(messagesFor({ application_url: address })).toEqual([]);
    expect(messagesFor({ application_url: `${address}x` })).toHaveLength(1);
  });

  test('counts a line break as one character, whichever form the browser sends', () => {
    const job = jobSchema.parse({ ...goodForm, description: 'line\r\n'.repeat(1000).trim() });
    expect(job.description).toHaveLength(4999);
    expect(lengthOf('a\r\nb')).toBe(3);
  });

  test('accepts only dates that exist', () => {
    expect(messagesFor({ application_deadline: '2028-02-29' })).toEqual([]);
    expect(messagesFor({ application_deadline: '2027-02-29' })).toHaveLength(1);
    expect(messagesFor({ application_deadline: '12/31/2027' })).toHaveLength(1);
  });

  test('accepts right-to-left text, and turns half an emoji into a replacement character', () => {
    const job = jobSchema.parse({ ...goodForm, title: 'محلل الترميز', company: 'A\ud83d clinic' });
    expect(job).toMatchObject({ title: 'محلل الترميز', company: 'A\ufffd clinic' });
  });
});

describe('the salary in figures', () => {
  const whole = {
    salary_from: '$58,000',
    salary_to: '72000.50',
    salary_currency: 'USD',
    salary_period: 'year',
  };
  test('is read in every notation', () => {
    expect(jobSchema.parse({ ...goodForm, ...whole })).toMatchObject({
      salary_from: 58_000,
      salary_to: 72_000.5,
    });
  });
  test('may have only one end, or two equal ones', () => {
    expect(messagesFor({ ...whole, salary_to: '' })).toEqual([]);
    expect(messagesFor({ ...whole, salary_from: '' })).toEqual([]);
    expect(messagesFor({ ...whole, salary_to: 58_000 })).toEqual([]);
  });
  test('requires its currency and period, and drops them without an amount', () => {
    expect(messagesFor({ ...whole, salary_currency: '', salary_period: '' })).toHaveLength(2);
    const job = jobSchema.parse({ ...goodForm, ...whole, salary_from: '', salary_to: '' });
    expect(job).toMatchObject({ salary_currency: null, salary_period: null });
  });
  test('is refused if reversed, zero, above the limit or in words', () => {
    expect(messagesFor({ ...whole, salary_from: '80000' })).toHaveLength(1);
    for (const amount of ['0', '100000000.01', 'plenty', '-5', '1.234']) {
      expect(messagesFor({ ...whole, salary_from: amount, salary_to: '' })).toHaveLength(1);
    }
  });
});

test('an address shows where it leads', () => {
  expect(hostOf('https://www.clinic.example:8443/apply?x=1')).toBe('clinic.example:8443');
  expect(hostOf('javascript:alert(1)')).toBe('');
  expect(isWebAddress('HTTPS://clinic.example')).toBe(true);
});

test('every country has a name', () => {
  expect(new Set(countryCodes).size).toBe(249);
  for (const code of countryCodes) expect(nameCountry(code)).not.toBe(code);
});
