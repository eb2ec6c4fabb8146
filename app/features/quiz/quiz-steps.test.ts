import { describe, expect, it } from 'vitest';
import { quizAddress, readQuizAddress } from './quiz-steps.ts';

const all = 'experience=new&role=coder&goal=career&commitment=full&focus=broad';
const view = (search: string) => readQuizAddress(new URLSearchParams(search));

describe('the question at an address', () => {
  it.each([
    ['', 0],
    ['experience=new', 1],
    ['experience=new&step=2', 1],
    ['experience=new&role=coder&step=2', 1],
    ['experience=new&role=coder&step=1', 0],
    ['experience=new&role=coder&goal=career&commitment=full', 4],
    // The first unanswered question comes first.
    ['experience=new&goal=career&commitment=full&focus=broad', 1],
    ['role=pirate', 0],
    ['step=0', 0],
    ['step=7', 0],
    ['step=two', 0],
    [`${all}&step=3`, 2],
    [`${all}&step=5`, 4],
  ])('of "%s" is number %i, counted from 0', (search, index) => {
    expect(view(search)).toMatchObject({ kind: 'question', index, isMissed: false });
  });

  it.each([
    ['step=2', 0],
    ['experience=new&step=3', 1],
    ['experience=new&role=pirate&step=3', 1],
    ['experience=new&role=coder&goal=career&commitment=full&step=results', 4],
  ])('of "%s" is asked again, because somebody went on without an answer', (search, index) => {
    expect(view(search)).toMatchObject({ kind: 'question', index, isMissed: true });
  });

  it('keeps the answers that were given', () => {
    expect(view('experience=new&focus=broad&step=1')).toMatchObject({
      answers: { experience: 'new', focus: 'broad' },
    });
  });
});

describe('the result', () => {
  it.each([all, `${all}&step=results`, `${all}&step=9`, `utm_source=mail&${all}`])(
    'is shown at "%s"',
    (search) => {
      expect(view(search)).toEqual({
        kind: 'result',
        answers: {
          experience: 'new',
          role: 'coder',
          goal: 'career',
          commitment: 'full',
          focus: 'broad',
        },
      });
    },
  );
});

describe('an address of the quiz', () => {
  it('is plain without answers', () => {
    expect(quizAddress({})).toBe('/certification-quiz');
  });

  it('names the answers in order, and the step if one is wanted', () => {
    expect(quizAddress({ role: 'coder', experience: 'new' }, 2)).toBe(
      '/certification-quiz?experience=new&role=coder&step=2',
    );
  });
});
