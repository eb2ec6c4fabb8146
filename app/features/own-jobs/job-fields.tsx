import { type ComponentProps, createContext, memo, type ReactNode, useContext } from 'react';
import { Checkbox, ChoiceGroup } from '#app/ui/choice.tsx';
import { Field } from '#app/ui/field.tsx';
import { LineInput } from '#app/ui/line-input.tsx';
import { Select } from '#app/ui/select.tsx';
import { Textarea } from '#app/ui/text-input.tsx';
import { jobTexts } from '#domain/jobs/job-facts.ts';
import { lengthOf } from '#domain/text/text-length.ts';
import { completeWebAddress } from '#domain/text/web-address.ts';
import { fieldNames, type JobField, type JobValues } from './job-values.ts';

type Fields = {
  values: JobValues;
  errors: Record<string, string>;
  set(changes: Partial<Record<JobField, string>>): void;
};

/** The values of one form's fields, and where their changes go. */
export const FieldsContext = createContext<Fields | undefined>(undefined);

type FieldProps = { name: JobField; hint?: ReactNode; isOptional?: boolean };
type Own = { value: string; error: string | undefined; set: Fields['set'] };

/*
 * Each field is split into a part that reads its values from context and a memoized part that renders them: typing in
 * one field does not render the twenty others, which would take a slow phone most of the time until the letter appears.
 */

type TextFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'name' | 'value'> & {
    /** The name of the field, if it needs more than letters. */
    label?: ReactNode;
  };

export function TextField(props: TextFieldProps) {
  return <DrawnText {...props} {...useJobField(props.name)} />;
}

const DrawnText = memo(function DrawnText({
  name,
  label = fieldNames[name],
  hint,
  isOptional,
  value,
  error,
  set,
  ...props
}: TextFieldProps & Own) {
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      isOptional={isOptional}
      counter={counterOf(name, value, 0.8)}
    >
      <LineInput
        {...props}
        name={name}
        required={!isOptional}
        value={value}
        onValue={(next) => set({ [name]: next })}
        complete={completeWebAddress}
      />
    </Field>
  );
});

/** Browsers count differently, so the limit is shown while typing, not enforced. */
export function LongField(props: LongFieldProps) {
  return <DrawnLong {...props} {...useJobField(props.name)} />;
}

type LongFieldProps = FieldProps & { rows: number };

const DrawnLong = memo(function DrawnLong({
  name,
  hint,
  isOptional,
  rows,
  value,
  error,
  set,
}: LongFieldProps & Own) {
  return (
    <Field
      label={fieldNames[name]}
      hint={hint}
      error={error}
      isOptional={isOptional}
      counter={counterOf(name, value, 0)}
    >
      <Textarea
        dir="auto"
        name={name}
        rows={rows}
        required={!isOptional}
        value={value}
        onChange={(event) => set({ [name]: event.target.value })}
      />
    </Field>
  );
});

type ChoiceFieldProps = FieldProps & Pick<ComponentProps<typeof Select>, 'options' | 'placeholder'>;

export function ChoiceField(props: ChoiceFieldProps) {
  return <DrawnChoice {...props} {...useJobField(props.name)} />;
}

const DrawnChoice = memo(function DrawnChoice({
  name,
  hint,
  isOptional,
  options,
  placeholder,
  value,
  error,
  set,
}: ChoiceFieldProps & Own) {
  return (
    <Field label={fieldNames[name]} hint={hint} error={error} isOptional={isOptional}>
      <Select
        name={name}
        options={options}
        placeholder={placeholder}
        value={value}
        onChange={(event) => set({ [name]: event.target.value })}
      />
    </Field>
  );
});

type ChoicesFieldProps = FieldProps & { options: readonly { value: string; label: string }[] };

/** Several choices from a list, in its order; the form sends them as one field. */
export function ChoicesField(props: ChoicesFieldProps) {
  return <DrawnChoices {...props} {...useJobField(props.name)} />;
}

const DrawnChoices = memo(function DrawnChoices({
  name,
  hint,
  options,
  value,
  error,
  set,
}: ChoicesFieldProps & Own) {
  const chosen = value.split(',');
  return (
    <ChoiceGroup
      legend={
        <>
          {fieldNames[name]} <span className="field-optional">(optional)</span>
        </>
      }
      hint={hint}
      {...(error && { error })}
    >
      <input type="hidden" name={name} value={value} />
      {options.map((option) => (
        <Checkbox
          key={option.value}
          label={option.label}
          checked={chosen.includes(option.value)}
          onChange={({ target }) =>
            set({
              [name]: options
                .map((each) => each.value)
                .filter((each) => (each === option.value ? target.checked : chosen.includes(each)))
                .join(),
            })
          }
        />
      ))}
    </ChoiceGroup>
  );
});

function useJobField(name: JobField): Own {
  const fields = useContext(FieldsContext);
  if (!fields) throw new Error('A field of a job stands outside its form');
  const { values, errors, set } = fields;
  return { value: values[name], error: errors[name], set };
}

/** A short text shows its counter when it comes near its limit. */
function counterOf(name: JobField, value: string, from: number) {
  const max = name in jobTexts ? jobTexts[name as keyof typeof jobTexts].most : undefined;
  const length = lengthOf(value);
  return max && length >= max * from ? { length, max } : undefined;
}
