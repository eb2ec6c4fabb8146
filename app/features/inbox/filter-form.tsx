import { useId, useRef, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/choice.tsx';
import { Field } from '#app/ui/field.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { usePauseInTyping } from '#app/ui/use-pause.ts';
import { boardOrder, boardStates, type InboxFilters } from '#domain/applications/inbox.ts';
import type { AskedQuestion } from './applications.ts';

type FilterFormProps = {
  filters: InboxFilters;
  /** False on the board, which shows every state. */
  hasState: boolean;
  /** The questions asked in the postings. */
  asked: AskedQuestion[];
  /** Whether there may be others. */
  isCut: boolean;
  onChange(filters: InboxFilters): void;
};

/** The filters of the inbox; they are in the address. */
export function FilterForm({ filters, hasState, asked, isCut, onChange }: FilterFormProps) {
  const moreId = useId();
  const typed = useRef<Partial<InboxFilters>>({});
  const { q, place, verified, needs, starred, spam, question, answer } = filters;
  // A question in the address stays visible even if no posting asks it any more.
  const isKnown = !question || asked.some((each) => each.question === question);
  const questions = isKnown ? asked : [...asked, { question, options: [] }];
  const choices = questions.find((each) => each.question === question)?.options ?? [];
  const count = [place, verified, needs, starred, spam, question].filter(Boolean).length;
  const [isOpen, setOpen] = useState(count > 0);
  const pause = usePauseInTyping(() => choose({}));
  // A choice made during a pause in typing takes what was typed along.
  const choose = (changed: Partial<InboxFilters>) => {
    pause.cancel();
    const all = { ...filters, ...typed.current, ...changed };
    typed.current = {};
    onChange(all);
  };
  const type = (changed: Partial<InboxFilters>) => {
    typed.current = { ...typed.current, ...changed };
    pause.later(300);
  };

  return (
    <search>
      <form className="inbox-filters" onSubmit={(event) => event.preventDefault()}>
        <div className="inbox-filters-main">
          <Field label="Search" hint="Name, email, place or posting">
            <TextInput
              type="search"
              defaultValue={q}
              maxLength={100}
              onChange={(event) => type({ q: event.target.value })}
            />
          </Field>
          {hasState && (
            <Field label="State">
              <Select
                value={filters.state}
                options={[
                  { value: '', label: 'All' },
                  { value: 'open', label: 'Not decided yet' },
                  ...boardOrder.map((value) => ({ value, label: boardStates[value] })),
                  { value: 'withdrawn', label: 'Withdrawn' },
                ]}
                onChange={(event) => choose({ state: event.target.value as InboxFilters['state'] })}
              />
            </Field>
          )}
          <Button
            variant="secondary"
            size="small"
            aria-expanded={isOpen}
            aria-controls={moreId}
            onClick={() => setOpen(!isOpen)}
          >
            {count > 0 ? `More filters (${count})` : 'More filters'}
          </Button>
        </div>
        <div className="inbox-filters-more" id={moreId} hidden={!isOpen}>
          <Field label="Place">
            <TextInput
              defaultValue={place}
              maxLength={100}
              onChange={(event) => type({ place: event.target.value })}
            />
          </Field>
          <Field label="Requirements">
            <Select
              value={needs}
              options={[
                { value: '', label: 'Everybody' },
                { value: 'yes', label: 'Meets all requirements' },
                { value: 'no', label: 'Misses a requirement' },
              ]}
              onChange={(event) => choose({ needs: event.target.value as InboxFilters['needs'] })}
            />
          </Field>
          {questions.length > 0 && (
            <Field
              label="Answer to a question"
              hint={
                isCut &&
                'Only the questions of your newest postings. Choose an older posting to see its own.'
              }
            >
              <Select
                value={question}
                options={[
                  { value: '', label: 'Any' },
                  ...questions.map((each) => ({ value: each.question, label: each.question })),
                ]}
                onChange={(event) => choose({ question: event.target.value, answer: '' })}
              />
            </Field>
          )}
          {question && <AnswerField key={question} {...{ choices, answer, choose, type }} />}
          <div className="inbox-ticks">
            <Checkbox
              label="Credential verified"
              checked={verified === 'yes'}
              onChange={(event) => choose({ verified: event.target.checked ? 'yes' : '' })}
            />
            <Checkbox
              label="Starred by the team"
              checked={starred === 'yes'}
              onChange={(event) => choose({ starred: event.target.checked ? 'yes' : '' })}
            />
            <Checkbox
              label="Marked as spam"
              checked={spam === 'yes'}
              onChange={(event) => choose({ spam: event.target.checked ? 'yes' : '' })}
            />
          </div>
        </div>
      </form>
    </search>
  );
}

type AnswerFieldProps = {
  /** Empty if the question was answered in free text. */
  choices: string[];
  answer: string;
  choose(changed: Partial<InboxFilters>): void;
  type(changed: Partial<InboxFilters>): void;
};

function AnswerField({ choices, answer, choose, type }: AnswerFieldProps) {
  if (choices.length === 0) {
    return (
      <Field label="The answer" hint="Exactly as it was given">
        <TextInput
          defaultValue={answer}
          maxLength={1000}
          onChange={(event) => type({ answer: event.target.value })}
        />
      </Field>
    );
  }
  return (
    <Field label="The answer">
      <Select
        value={answer}
        options={[
          { value: '', label: 'Any' },
          ...choices.map((value) => ({ value, label: value })),
        ]}
        onChange={(event) => choose({ answer: event.target.value })}
      />
    </Field>
  );
}
