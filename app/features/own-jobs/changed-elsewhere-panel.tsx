import { useEffect, useRef, useState } from 'react';
import { Radio } from '#app/ui/choice.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Difference } from './differences.ts';
import { fieldNames, isSame, type JobField, type JobValues } from './job-values.ts';
import { inWords } from './value-in-words.ts';

type MeanwhilePanelProps = {
  differences: Difference[];
  /** The current values of the form. */
  values: JobValues;
  onChoose(field: JobField, value: string): void;
};

/** Two people changed the same job: the second sees both versions, and chooses field by field. */
export default function MeanwhilePanel({ differences, values, onChoose }: MeanwhilePanelProps) {
  const place = useRef<HTMLDivElement>(null);

  // Synchronises focus with a new comparison.
  // biome-ignore lint/correctness/useExhaustiveDependencies: focus moves for every new comparison.
  useEffect(() => {
    place.current?.focus();
  }, [differences]);

  return (
    <div className="meanwhile" ref={place} tabIndex={-1}>
      <Notice tone="danger" title="This job was changed elsewhere">
        Nothing that you typed is lost. Choose what to keep in each field below, or go on writing in
        the form, then save again.
      </Notice>
      {differences.map((difference) => (
        <Choice
          key={difference.field}
          difference={difference}
          value={values[difference.field]}
          onChoose={(value) => onChoose(difference.field, value)}
        />
      ))}
    </div>
  );
}

type ChoiceProps = { difference: Difference; value: string; onChoose(value: string): void };

function Choice({
  difference: { field, mine, theirs, isUntouched },
  value,
  onChoose,
}: ChoiceProps) {
  const isTheirs = isSame(value, theirs);
  // Whatever was typed since then counts as their own version.
  const [own, setOwn] = useState(mine);
  if (!isTheirs && own !== value) setOwn(value);
  return (
    <fieldset className="meanwhile-field">
      <legend>
        {fieldNames[field]}
        {isUntouched && <span className="field-optional">{'\u00a0· changed only there'}</span>}
      </legend>
      <div>
        <Radio
          name={`keep-${field}`}
          label="Saved elsewhere"
          checked={isTheirs}
          onChange={() => onChoose(theirs)}
        />
        <Version text={inWords(field, theirs)} />
      </div>
      <div>
        <Radio
          name={`keep-${field}`}
          label={isUntouched ? 'As you found it' : 'Yours'}
          checked={!isTheirs}
          onChange={() => onChoose(own)}
        />
        <Version text={inWords(field, own)} />
      </div>
    </fieldset>
  );
}

function Version({ text }: { text: string }) {
  if (!text) return <p className="own-job-small">Empty</p>;
  return (
    <p className="meanwhile-text" dir="auto" tabIndex={text.length > 300 ? 0 : undefined}>
      {text}
    </p>
  );
}
