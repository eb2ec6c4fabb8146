import { expect, it } from 'vitest';
import { candidateTexts, listLimits } from '#domain/candidates/candidate-lists.ts';
import { jobTexts } from '#domain/jobs/job-facts.ts';
import { shownColumns, wordsIn } from './evidence-words.ts';

it('shows everything that people write in a job or a profile', () => {
  const written = [...Object.keys({ ...jobTexts, ...candidateTexts, ...listLimits }), 'questions'];
  expect(written.filter((column) => !(column in shownColumns))).toEqual([]);
});

it('formats lists and questions for reading', () => {
  const question = { kind: 'choice', question: 'How old are you?', needed: true, wanted: [] };
  const content = {
    skills: ['Coding', 'Call 555 0100'],
    questions: [{ ...question, options: ['Below 30', 'Above'] }],
    client: null,
  };
  expect(wordsIn(content, 'skills')).toBe('Coding, Call 555 0100');
  expect(wordsIn(content, 'questions')).toBe('How old are you?\n– Below 30\n– Above');
  expect(wordsIn(content, 'client')).toBe('');
});
