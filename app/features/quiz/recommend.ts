import type { QuizAnswers } from './quiz.ts';
import {
  fullRecommendations,
  microRecommendations,
  type Recommendation,
} from './quiz-recommendations.ts';

/** The only rule that turns answers into a recommendation. */
export function recommend(answers: QuizAnswers): Recommendation {
  const isPracticed = answers.experience === 'experienced' || answers.experience === 'advanced';
  const isShortOfTime = answers.commitment === 'limited' || answers.goal === 'quick';
  return isPracticed && isShortOfTime
    ? microRecommendations[microTrack(answers)]
    : fullRecommendations[answers.role];
}

/** The order decides if two tracks could apply: prompting, then governance, then algorithms. */
function microTrack({ focus, goal }: QuizAnswers): keyof typeof microRecommendations {
  if (focus === 'prompting' || goal === 'prompting') return 'micro-prompt';
  if (focus === 'compliance' || goal === 'governance') return 'micro-governance';
  if (focus === 'technical') return 'micro-algorithms';
  return 'micro-prompt';
}
