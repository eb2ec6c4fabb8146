import { describe, expect, it } from 'vitest';
import { certifications } from '#app/content/certifications.ts';
import { microCertifications } from '#app/content/micro-certifications.ts';
import {
  completeQuizAnswers,
  type QuizAnswers,
  quizAnswersSchema,
  quizQuestions,
  quizSearchParams,
  readQuizAnswers,
} from './quiz.ts';
import { recommend } from './recommend.ts';

/*
 * Both tables are written by hand from the specification, section 9:
 *   experienced or advanced, and limited time or a quick goal: a micro-certification;
 *   prompting focus or goal: Prompt Engineering; compliance focus or governance goal: Governance;
 *   technical focus: Algorithms; otherwise Prompt Engineering;
 *   anyone else: a full certification by role.
 */
const P = 'micro-prompt';
const G = 'micro-governance';
const A = 'micro-algorithms';
const F = 'full-cert';

/** For experienced and advanced people: the result by time, goal and focus. */
const practiced = [
  // time       goal          prompting compliance technical broad
  ['limited', 'career', P, G, A, P],
  ['limited', 'quick', P, G, A, P],
  ['limited', 'prompting', P, P, P, P],
  ['limited', 'governance', P, G, G, G],
  ['moderate', 'career', F, F, F, F],
  ['moderate', 'quick', P, G, A, P],
  ['moderate', 'prompting', F, F, F, F],
  ['moderate', 'governance', F, F, F, F],
  ['full', 'career', F, F, F, F],
  ['full', 'quick', P, G, A, P],
  ['full', 'prompting', F, F, F, F],
  ['full', 'governance', F, F, F, F],
] as const;
const focuses = ['prompting', 'compliance', 'technical', 'broad'] as const;

const credentialByRole = {
  student: 'CIHIS-S',
  coder: 'CIHIS-AI',
  educator: 'CIHIS-ED',
  leadership: 'CIHIS-L',
  clinical: 'CIHIS-HC',
} as const;

const titleByType = {
  [P]: 'Prompt Engineering',
  [G]: 'Governance and Rules',
  [A]: 'Rules and Algorithms',
} as const;

function expectedType({ experience, commitment, goal, focus }: QuizAnswers) {
  if (experience === 'new' || experience === 'some') return F;
  const row = practiced.find(([time, wish]) => time === commitment && wish === goal);
  const [, , ...byFocus] = row ?? [];
  return byFocus[focuses.indexOf(focus)];
}

const options = quizAnswersSchema.shape;
const everyCombination: QuizAnswers[] = options.experience.options.flatMap((experience) =>
  options.role.options.flatMap((role) =>
    options.goal.options.flatMap((goal) =>
      options.commitment.options.flatMap((commitment) =>
        options.focus.options.map((focus) => ({ experience, role, goal, commitment, focus })),
      ),
    ),
  ),
);

describe('the recommendation', () => {
  it('is tested for all 960 combinations of answers', () => {
    expect(everyCombination).toHaveLength(4 * 5 * 4 * 3 * 4);
  });

  it.each(everyCombination)(
    'follows the table for $experience, $role, $goal, $commitment, $focus',
    (answers) => {
      const { type, title, ctaLink } = recommend(answers);
      const expected = expectedType(answers);
      expect(type).toBe(expected);
      if (type === F) {
        expect(title.split(':')[0]).toBe(credentialByRole[answers.role]);
        expect(ctaLink).toBe('/professionals#certifications');
      } else {
        expect(title).toBe(titleByType[type]);
        expect(ctaLink).toBe('/professionals#micro-certs');
      }
    },
  );

  it('lists courses for a micro-certification and says that its credits count', () => {
    const advice = recommend({
      experience: 'advanced',
      role: 'coder',
      goal: 'quick',
      commitment: 'limited',
      focus: 'technical',
    });
    expect(advice.courses?.length).toBeGreaterThan(0);
    expect(advice.benefits.join(' ')).toContain('count toward the full');
  });
});

describe('the questions', () => {
  it('are the five of the specification, in order', () => {
    expect(quizQuestions.map(({ id }) => id)).toEqual([
      'experience',
      'role',
      'goal',
      'commitment',
      'focus',
    ]);
  });

  it.each(quizQuestions)(
    'offers exactly the answers that the schema accepts for $id',
    (question) => {
      expect(question.options.map(({ value }) => value)).toEqual(options[question.id].options);
    },
  );
});

describe('the address of the answers', () => {
  it.each([
    [{}, ''],
    [{ role: 'coder' }, 'role=coder'],
    [{ focus: 'broad', experience: 'new' }, 'experience=new&focus=broad'],
  ] as const)('writes %o as "%s"', (answers, search) => {
    expect(quizSearchParams(answers).toString()).toBe(search);
  });

  it('reads back every combination it writes', () => {
    for (const answers of everyCombination) {
      expect(completeQuizAnswers(quizSearchParams(answers))).toEqual(answers);
    }
  });

  it('ignores answers and questions that do not exist', () => {
    const params = new URLSearchParams('role=pirate&goal=quick&utm_source=mail');
    expect(readQuizAnswers(params)).toEqual({ goal: 'quick' });
    expect(completeQuizAnswers(params)).toBeUndefined();
  });
});

describe('what the content states as well', () => {
  it('gives a micro-certification the courses that the quiz recommends', () => {
    const answers = { experience: 'advanced', role: 'coder', commitment: 'limited' } as const;
    const advice = [
      recommend({ ...answers, goal: 'prompting', focus: 'broad' }),
      recommend({ ...answers, goal: 'governance', focus: 'broad' }),
      recommend({ ...answers, goal: 'career', focus: 'technical' }),
    ];
    expect(microCertifications.map(({ courses }) => courses.map(({ title }) => title))).toEqual(
      advice.map(({ courses }) => courses),
    );
  });

  it('recommends every tier by its actual name and length', () => {
    const answers = {
      experience: 'new',
      goal: 'career',
      commitment: 'full',
      focus: 'broad',
    } as const;
    const roles = ['student', 'coder', 'educator', 'clinical', 'leadership'] as const;
    expect(
      roles.map((role) => recommend({ ...answers, role })).map((a) => [a.title, a.subtitle]),
    ).toEqual(
      certifications.map((tier) => [
        `${tier.credential}: ${tier.name}`,
        `Full certification · ${tier.duration}`,
      ]),
    );
  });
});
