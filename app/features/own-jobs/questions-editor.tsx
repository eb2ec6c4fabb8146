import { useId } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Checkbox, ChoiceGroup } from '#app/ui/choice.tsx';
import { Field, FieldError } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Select } from '#app/ui/select.tsx';
import { Textarea, TextInput } from '#app/ui/text-input.tsx';
import {
  answersOf,
  type JobQuestion,
  longestQuestion,
  mostQuestions,
  type QuestionKind,
  readQuestions,
  writeQuestions,
} from '#domain/applications/job-questions.ts';
import { riskyTopicOf } from '#domain/applications/risky-questions.ts';

type QuestionsEditorProps = {
  /** As the form holds them. */
  value: string;
  error?: string | undefined;
  onChange(value: string): void;
};

const kinds: { value: QuestionKind; label: string }[] = [
  { value: 'yes-no', label: 'Yes or no' },
  { value: 'choice', label: 'A choice' },
  { value: 'text', label: 'A short text' },
];

/** Up to five questions for everybody who applies here. */
export default function QuestionsEditor({ value, error, onChange }: QuestionsEditorProps) {
  const id = useId();
  const questions = readQuestions(JSON.parse(value || '[]'));
  const write = (changed: JobQuestion[]) => onChange(writeQuestions(changed));
  const change = (place: number, changes: Partial<JobQuestion>) =>
    write(questions.map((each, at) => (at === place ? { ...each, ...changes } : each)));
  return (
    <div className="job-questions">
      <input type="hidden" name="questions" value={value} />
      <h3 id={id}>Questions</h3>
      <p className="own-job-small">
        Up to {mostQuestions}, for what decides. Every question makes people leave, so ask what a
        profile does not say.
      </p>
      {questions.map((question, place) => (
        <OneQuestion
          // biome-ignore lint/suspicious/noArrayIndexKey: a question is identified only by its position.
          key={place}
          place={place}
          question={question}
          onChange={(changes) => change(place, changes)}
          onRemove={() => write(questions.filter((_, at) => at !== place))}
        />
      ))}
      {error && <FieldError>{error}</FieldError>}
      {questions.length < mostQuestions && (
        <p>
          <Button variant="secondary" size="small" onClick={() => write([...questions, blank])}>
            Add a question
          </Button>
        </p>
      )}
    </div>
  );
}

const blank: JobQuestion = { kind: 'yes-no', question: '', options: [], needed: true, wanted: [] };

type OneQuestionProps = {
  place: number;
  question: JobQuestion;
  onChange(changes: Partial<JobQuestion>): void;
  onRemove(): void;
};

function OneQuestion({ place, question, onChange, onRemove }: OneQuestionProps) {
  const { kind, options, wanted } = question;
  const risk = riskyTopicOf(question.question);
  const answers = answersOf(question).filter(Boolean);
  const toggle = (answer: string, isOn: boolean) =>
    onChange({ wanted: isOn ? [...wanted, answer] : wanted.filter((each) => each !== answer) });
  return (
    <fieldset className="job-question">
      <legend>Question {place + 1}</legend>
      <Field label="Question">
        <TextInput
          dir="auto"
          value={question.question}
          maxLength={longestQuestion}
          onChange={(event) => onChange({ question: event.target.value })}
        />
      </Field>
      <div role="status">
        {risk && (
          <Notice title={`This may be about ${risk.name}`}>
            {risk.why} You can ask it all the same: the decision is yours.
          </Notice>
        )}
      </div>
      <Field label="Answered by">
        <Select
          options={kinds}
          value={kind}
          onChange={(event) =>
            onChange({ kind: event.target.value as QuestionKind, options: [], wanted: [] })
          }
        />
      </Field>
      {kind === 'choice' && (
        <Field label="Choices" hint="One per line, 2 to 8.">
          <Textarea
            rows={4}
            dir="auto"
            value={options.join('\n')}
            onChange={(event) => onChange({ options: event.target.value.split('\n'), wanted: [] })}
            onBlur={() =>
              onChange({ options: options.map((each) => each.trim()).filter((each) => each) })
            }
          />
        </Field>
      )}
      {answers.length > 0 && (
        <ChoiceGroup
          legend="Needed answer (optional)"
          hint="We tell whoever applies what you need. Other answers are marked and sorted below; nobody is declined by them."
        >
          {answers.map((answer) => (
            <Checkbox
              key={answer}
              label={answer}
              checked={wanted.includes(answer)}
              onChange={(event) => toggle(answer, event.target.checked)}
            />
          ))}
        </ChoiceGroup>
      )}
      {wanted.length === 0 && (
        <Checkbox
          label="It must be answered"
          checked={question.needed}
          onChange={(event) => onChange({ needed: event.target.checked })}
        />
      )}
      <p>
        <Button variant="quiet" size="small" onClick={onRemove}>
          Remove this question<span className="sr-only"> ({place + 1})</span>
        </Button>
      </p>
    </fieldset>
  );
}
