import { memo } from 'react';
import { Checkbox } from '#app/ui/choice.tsx';
import { Field } from '#app/ui/field.tsx';
import { Select } from '#app/ui/select.tsx';
import { Textarea, TextInput } from '#app/ui/text-input.tsx';
import type { WordField, WordFields, WordValues } from '#domain/site/word-kinds.ts';
import { lengthOf } from '#domain/text/text-length.ts';
import { pasteWords } from '../pasted.ts';
import { asItems, asValues } from './word-differences.ts';
import { type Change, WordList } from './word-list.tsx';

type FieldsProps = {
  fields: WordFields;
  values: WordValues;
  /** The path prefix of these fields. */
  path: string;
  problems: ReadonlyMap<string, string>;
  onChange(change: Change<WordValues>): void;
};

/** The fields of any kind: the whole editor is built from them. */
export function WordFieldsForm({ fields, values, path, problems, onChange }: FieldsProps) {
  return Object.entries(fields).map(([name, field]) => {
    const here = path ? `${path}.${name}` : name;
    return (
      <div key={name} data-path={here}>
        <One
          field={field}
          value={values[name]}
          path={here}
          problems={problems}
          onChange={(change) => onChange((before) => ({ ...before, [name]: change(before[name]) }))}
        />
      </div>
    );
  });
}

type OneProps = {
  field: WordField;
  value: unknown;
  path: string;
  problems: ReadonlyMap<string, string>;
  onChange(change: Change<unknown>): void;
};

/** Two hundred questions are six hundred fields, and a keystroke changes one. */
const One = memo(
  AnyField,
  (before, now) =>
    before.field === now.field &&
    before.value === now.value &&
    before.path === now.path &&
    before.problems === now.problems,
);

function AnyField({ field, value, path, problems, onChange }: OneProps) {
  if (field.type === 'group') {
    return (
      <fieldset className="words-group">
        <legend>{field.label}</legend>
        <WordFieldsForm
          fields={field.fields}
          values={asValues(value)}
          path={path}
          problems={problems}
          onChange={(change) => onChange((before) => change(asValues(before)))}
        />
      </fieldset>
    );
  }
  if (field.type === 'list') {
    return (
      <WordList
        field={field}
        items={asItems(value)}
        path={path}
        problems={problems}
        onChange={(change) => onChange((before) => change(asItems(before)))}
        renderItem={(values, path, onChange) => (
          <WordFieldsForm
            fields={field.fields}
            values={values}
            path={path}
            problems={problems}
            onChange={onChange}
          />
        )}
      />
    );
  }
  if (field.type === 'check') {
    return (
      <Checkbox
        label={field.label}
        hint={field.hint}
        checked={value === true}
        onChange={({ target }) => onChange(() => target.checked)}
      />
    );
  }
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const max = 'most' in field && field.type !== 'number' ? field.most : undefined;
  return (
    <Field
      label={field.label}
      hint={field.type === 'rich' ? richHint(field.hint) : field.hint}
      isOptional={field.isOptional}
      error={problems.get(path)}
      counter={max === undefined ? undefined : { length: lengthOf(text), max }}
    >
      <Control field={field} text={text} onChange={(value) => onChange(() => value)} />
    </Field>
  );
}

type ControlProps = { field: WordField; text: string; onChange(value: unknown): void };

function Control({ field, text, onChange }: ControlProps) {
  switch (field.type) {
    case 'text':
      return <Textarea rows={3} value={text} onChange={({ target }) => onChange(target.value)} />;
    case 'rich':
      return (
        <Textarea
          rows={7}
          value={text}
          onPaste={pasteWords}
          onChange={({ target }) => onChange(target.value)}
        />
      );
    case 'choice':
      return (
        <Select
          options={field.options}
          value={text}
          onChange={({ target }) => onChange(target.value)}
        />
      );
    case 'moment':
      return (
        <TextInput
          type="datetime-local"
          value={inOwnTime(text)}
          onChange={({ target }) => onChange(asMoment(target.value))}
        />
      );
    case 'number':
      return (
        <TextInput
          type="number"
          inputMode="decimal"
          min={field.least}
          max={field.most}
          value={text}
          onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
        />
      );
    default:
      return (
        <TextInput
          type={inputTypes[field.type as keyof typeof inputTypes] ?? 'text'}
          value={text}
          onChange={({ target }) => onChange(target.value)}
        />
      );
  }
}

const inputTypes = { day: 'date', email: 'email' } as const;

const richHint = (hint = '') =>
  `${hint} An empty line begins a paragraph, “- ” or “1. ” a line of a list. **Bold**, and [words](https://address) or [words](/page) for a link.`.trim();

/** The browser's field has no time zone: it shows a moment in the reader's own. */
function inOwnTime(moment: string): string {
  const at = new Date(moment);
  if (Number.isNaN(at.getTime())) return '';
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export function asMoment(typed: string): string {
  const at = new Date(typed);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
}
