import { expect, test } from 'vitest';
import { jobQuestions } from '../applications/job-question-schemas.ts';
import {
  companyDetailsSchema,
  companyEvidenceSchema,
  companyNameSchema,
} from './company-schemas.ts';

const wide = (count: number) => '𝔁'.repeat(count);

test('characters are counted as the database counts them', () => {
  const isName = (name: string) => companyNameSchema.safeParse({ name }).success;
  expect([wide(1), wide(2), wide(100), wide(101)].map(isName)).toEqual([false, true, true, false]);
  const isEvidence = (evidence: string) => companyEvidenceSchema.safeParse({ evidence }).success;
  expect([wide(19), wide(1_000), wide(1_001)].map(isEvidence)).toEqual([false, true, false]);
  const isQuestion = (question: string) =>
    jobQuestions.safeParse([{ kind: 'text', question, options: [], needed: false, wanted: [] }])
      .success;
  expect([wide(2), wide(3), wide(200), wide(201)].map(isQuestion)).toEqual([
    ...[false, true, true, false],
  ]);
});

test('text without visible characters counts as empty', () => {
  expect(companyDetailsSchema.parse({ place: '\u200b', about: '\u00a0' })).toEqual({
    place: null,
    about: null,
  });
  expect(companyNameSchema.safeParse({ name: 'A\u200b' }).success).toBe(false);
});
