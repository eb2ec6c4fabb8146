import { ChoiceGroup, Radio } from '#app/ui/choice.tsx';
import { LongText } from '#app/ui/long-text.tsx';
import { applicationTexts as texts } from '#domain/applications/applications.ts';
import { answersOf, type JobQuestion } from '#domain/applications/job-questions.ts';
import { tooLong } from '#domain/text/text-rules.ts';
import { answerField, answersIn, questionField } from './answers.ts';

type QuestionFieldsProps = {
  questions: readonly JobQuestion[];
  /** What was filled in before the form came back. */
  values?: Record<string, string> | undefined;
  /** Errors, by field name. */
  errors: Readonly<Record<string, string>>;
};

/** The employer's questions. Answers that are needed to go on are stated next to them. */
export function QuestionFields({ questions, values, errors }: QuestionFieldsProps) {
  // By question, not by position: the employer may have changed them in the meantime.
  const given = answersIn(values ?? {});
  return questions.map((question, place) => (
    <div key={question.question}>
      <input type="hidden" name={questionField(place)} value={question.question} />
      <OneQuestion
        question={question}
        place={place}
        given={given[question.question]}
        error={errors[answerField(place)]}
      />
    </div>
  ));
}

type OneQuestionProps = {
  question: JobQuestion;
  place: number;
  given: string | undefined;
  error: string | undefined;
};

function OneQuestion({ question, place, given, error }: OneQuestionProps) {
  const { needed, wanted } = question;
  const hint =
    wanted.length > 0
      ? `The employer needs: ${wanted.join(' or ')}. With another answer you can still apply; people decide.`
      : undefined;
  const label = <bdi>{question.question}</bdi>;
  const answers = answersOf(question);
  if (answers.length === 0) {
    return (
      <LongText
        label={label}
        isOptional={!needed}
        error={error}
        name={answerField(place)}
        rows={3}
        dir="auto"
        max={texts.answer.most}
        tooLong={tooLong(texts.answer)}
        defaultValue={given}
        required={needed}
      />
    );
  }
  return (
    <ChoiceGroup
      legend={
        <>
          {label}
          {!needed && <span className="field-optional"> (optional)</span>}
        </>
      }
      hint={hint}
      error={error}
    >
      {answers.map((answer) => (
        <Radio
          key={answer}
          name={answerField(place)}
          value={answer}
          label={<bdi>{answer}</bdi>}
          defaultChecked={given === answer}
          required={needed}
        />
      ))}
    </ChoiceGroup>
  );
}
