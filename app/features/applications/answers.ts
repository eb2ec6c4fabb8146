/** The form's field names carry each question with its answer, so that an outdated form is noticed. */
export const questionField = (place: number) => `question-${place}`;
export const answerField = (place: number) => `answer-${place}`;

export function answersIn(values: Record<string, string>): Record<string, string> {
  const answers: Record<string, string> = {};
  for (const [name, question] of Object.entries(values)) {
    const place = name.match(/^question-(\d)$/)?.[1];
    const answer = place && values[answerField(Number(place))];
    if (answer) answers[question] = answer;
  }
  return answers;
}
