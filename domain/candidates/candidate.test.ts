import { describe, expect, it } from 'vitest';
import { messageSchema } from '../messages/message.ts';
import { candidateSchema, hiddenCompanySchema } from './candidate.ts';
import { completenessOf } from './candidate-completeness.ts';
import { addToList, type ListName, limitMessage, listLimits } from './candidate-lists.ts';

const least = { headline: 'CDI' };

function firstError(changes: Record<string, unknown>): string | undefined {
  const parsed = candidateSchema.safeParse({ ...least, ...changes });
  return parsed.success ? undefined : parsed.error.issues[0]?.message;
}

describe('a candidate’s profile', () => {
  it('requires a headline and has a default for everything else', () => {
    expect(candidateSchema.parse(least)).toEqual({
      public_profile: false,
      headline: 'CDI',
      summary: '',
      years_experience: null,
      current_company: '',
      current_position: '',
      location: '',
      skills: [],
      certifications: [],
      languages: [],
      education: '',
      experience_level: 'Mid',
      preferred_job_types: [],
      preferred_locations: [],
      salary_expectations: '',
      availability: 'Within 3 months',
      linkedin_url: '',
      portfolio_url: '',
      profile_picture_url: '',
    });
    expect(firstError({ headline: undefined })).toBe('Headline must be at least 3 characters');
    for (const headline of ['  ab  ', '\u200B'.repeat(9), 'a\u2060\u00AD\u3164b']) {
      expect(firstError({ headline })).toBe('Headline must be at least 3 characters');
    }
  });

  it('accepts no text without visible characters', () => {
    const blank = ' \u00a0\u2800\n\u200b';
    expect(candidateSchema.parse({ ...least, summary: blank, location: blank })).toMatchObject({
      summary: '',
      location: '',
    });
    expect(firstError({ availability: blank })).toBe('Choose your availability');
  });

  for (const [field, most, name] of [
    ['headline', 150, 'Headline'],
    ['summary', 2000, 'Summary'],
    ['current_company', 100, 'Current company'],
    ['current_position', 100, 'Current position'],
    ['location', 100, 'Location'],
    ['education', 1000, 'Education'],
    ['salary_expectations', 100, 'Salary expectations'],
  ] as const) {
    it(`takes ${most} characters of ${field} and no more, counting an emoji as one`, () => {
      expect(firstError({ [field]: `  ${'😀'.repeat(most)}  ` })).toBeUndefined();
      expect(firstError({ [field]: 'x'.repeat(most + 1) })).toBe(
        `${name} must be less than ${most} characters`,
      );
    });
  }

  for (const list of Object.keys(listLimits) as ListName[]) {
    const { most, longest, noun } = listLimits[list];
    it(`takes ${most} ${noun} of ${longest} characters and no more`, () => {
      const entries = (count: number) => Array.from({ length: count }, (_, place) => `${place}`);
      expect(firstError({ [list]: entries(most) })).toBeUndefined();
      expect(firstError({ [list]: entries(most + 1) })).toBe(`You can add up to ${most} ${noun}`);
      expect(firstError({ [list]: ['x'.repeat(longest)] })).toBeUndefined();
      expect(firstError({ [list]: ['x'.repeat(longest + 1)] })).toContain(`${longest} characters`);
    });
  }

  it('tidies lists before it counts them', () => {
    const skills = [' Coding ', '', 'coding', '  ', 'Audit', 'Audit'];
    expect(candidateSchema.parse({ ...least, skills }).skills).toEqual(['Coding', 'Audit']);
  });

  it('drops entries without visible characters, and those that look like another', () => {
    const skills = ['Coding', '\u200b', '\u2800 \u3164', 'Co\u00adding', 'می\u200cشود'];
    expect(candidateSchema.parse({ ...least, skills }).skills).toEqual(['Coding', 'می\u200cشود']);
  });

  it.each([
    ['', null],
    [' ', null],
    [null, null],
    ['0', 0],
    ['7', 7],
    ['7.9', 7],
    [12.5, 12],
  ])('reads %j years as %j', (typed, years) => {
    expect(candidateSchema.parse({ ...least, years_experience: typed }).years_experience).toBe(
      years,
    );
  });

  it.each([
    ['-1', '0 or more'],
    ['many', 'a number'],
    ['NaN', 'a number'],
    ['Infinity', 'a number'],
    ['2147483648', '2,147,483,647 or less'],
    ['9e99', '2,147,483,647 or less'],
  ])('refuses %s years with a sentence that is true', (typed, must) => {
    expect(firstError({ years_experience: typed })).toBe(`Years of experience must be ${must}`);
  });

  it.each(['linkedin_url', 'portfolio_url', 'profile_picture_url'])(
    'takes an empty or a web address as %s and nothing else',
    (field) => {
      for (const good of ['', 'https://a.example', 'http://a.example/é?x=1#y']) {
        expect(firstError({ [field]: good }), good).toBeUndefined();
      }
      for (const bad of ['somewhere', 'javascript:alert(1)', 'data:,x', 'https://', 'http://a b']) {
        expect(firstError({ [field]: bad }), bad).toBe('Please enter a valid URL');
      }
      expect(firstError({ [field]: `https://a.example/${'x'.repeat(500)}` })).toContain('500');
    },
  );
});

describe('an entry of a list', () => {
  it('is trimmed, and not added if it is empty or already there', () => {
    expect(addToList('skills', ['Audit'], ' Coding ').entries).toEqual(['Audit', 'Coding']);
    for (const typed of ['', '  ', 'audit']) {
      expect(addToList('skills', ['Audit'], typed)).toEqual({ entries: ['Audit'] });
    }
  });

  it('is refused at the limit, with a message that says so', () => {
    const full = Array.from({ length: 30 }, (_, place) => `Skill ${place}`);
    expect(addToList('skills', full, 'One more')).toEqual({
      entries: full,
      problem: 'You can add up to 30 skills',
    });
    expect(limitMessage('languages')).toBe('You can add up to 15 languages');
    expect(addToList('skills', [], 'x'.repeat(51)).problem).toBe('Use 50 characters or fewer');
  });
});

it('the name of a company to hide from needs letters or digits', () => {
  for (const company of ['', 'A', '--', 'x'.repeat(101)]) {
    expect(hiddenCompanySchema.safeParse({ company }).success, company).toBe(false);
  }
  expect(hiddenCompanySchema.parse({ company: ' Acme ' })).toEqual({ company: 'Acme' });
});

it('completeness names the step that adds the most', () => {
  const empty = candidateSchema.parse(least);
  expect(completenessOf(empty)).toEqual({
    percent: 10,
    next: { field: 'skills', advice: 'Add at least three skills', points: 15 },
  });
  const full = candidateSchema.parse({
    ...least,
    summary: 'x'.repeat(100),
    years_experience: 0,
    current_position: 'Coder',
    location: 'Durham',
    skills: ['a', 'b', 'c'],
    certifications: ['CCS'],
    education: 'BSc',
    preferred_job_types: ['Contract'],
    portfolio_url: 'https://a.example',
    profile_picture_url: 'https://a.example/a.png',
  });
  expect(completenessOf(full)).toEqual({ percent: 100, next: undefined });
});

it('a message has 10 to 2,000 characters after trimming', () => {
  const error = (message: unknown) =>
    messageSchema.safeParse({ message }).error?.issues[0]?.message;
  expect(error(`  ${'x'.repeat(9)}  `)).toBe('Message must be at least 10 characters');
  expect(error(undefined)).toBe('Message must be at least 10 characters');
  expect(error('x'.repeat(2001))).toBe('Message must be less than 2000 characters');
  expect(error(` ${'😀'.repeat(2000)} `)).toBeUndefined();
  expect(error('x'.repeat(10))).toBeUndefined();
});
