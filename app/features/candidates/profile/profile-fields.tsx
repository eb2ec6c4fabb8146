import { type ComponentProps, createContext, memo, type ReactNode, useContext } from 'react';
import { ChipsEditor } from '#app/ui/chips-editor.tsx';
import { Field } from '#app/ui/field.tsx';
import { LineInput } from '#app/ui/line-input.tsx';
import { Select } from '#app/ui/select.tsx';
import { Textarea } from '#app/ui/text-input.tsx';
import { toast } from '#app/ui/toast.ts';
import {
  addToList,
  type ListName,
  limitMessage,
  limitReachedTitle,
} from '#domain/candidates/candidate-lists.ts';
import { lengthOf } from '#domain/text/text-length.ts';
import { completeWebAddress } from '#domain/text/web-address.ts';
import {
  fieldFacts,
  type ProfileField,
  type ProfileValues,
  type TextName,
} from './profile-values.ts';

type Fields = {
  values: ProfileValues;
  errors: Record<string, string>;
  set(changes: Partial<ProfileValues>): void;
};

/** The values of the profile's fields, and where their changes go. */
export const ProfileContext = createContext<Fields | undefined>(undefined);

export function useProfileField<Name extends ProfileField>(name: Name) {
  const { value, error, set } = useOwn(name);
  return { value, error, change: (next: ProfileValues[Name]) => set({ [name]: next }) };
}

function useOwn<Name extends ProfileField>(name: Name): Own<Name> {
  const fields = useContext(ProfileContext);
  if (!fields) throw new Error('A field of a profile stands outside its form');
  const { values, errors, set } = fields;
  return { value: values[name], error: errors[name], set };
}

type FieldProps<Name> = { name: Name; hint?: ReactNode };
type Own<Name extends ProfileField> = {
  value: ProfileValues[Name];
  error: string | undefined;
  set: Fields['set'];
};

/*
 * Each field is split into a part that reads its values from context and a memoized part that renders them, as in the
 * job form: typing in one field does not render the others.
 */

type TextFieldProps = FieldProps<TextName> &
  Omit<ComponentProps<'input'>, 'name' | 'value'> & { isRequired?: boolean };

export function TextField(props: TextFieldProps) {
  return <DrawnText {...props} {...useOwn(props.name)} />;
}

const DrawnText = memo(function DrawnText({
  name,
  hint,
  isRequired,
  value,
  error,
  set,
  ...props
}: TextFieldProps & Own<TextName>) {
  return (
    <Field
      label={fieldFacts[name].name}
      hint={hint}
      error={error}
      isOptional={!isRequired}
      counter={counterOf(name, value, 0.8)}
    >
      <LineInput
        {...props}
        name={name}
        required={isRequired}
        value={value}
        onValue={(next) => set({ [name]: next })}
        complete={completeWebAddress}
      />
    </Field>
  );
});

type LongFieldProps = FieldProps<TextName> & { rows: number };

export function LongField(props: LongFieldProps) {
  return <DrawnLong {...props} {...useOwn(props.name)} />;
}

const DrawnLong = memo(function DrawnLong({
  name,
  hint,
  rows,
  value,
  error,
  set,
}: LongFieldProps & Own<TextName>) {
  return (
    <Field
      label={fieldFacts[name].name}
      hint={hint}
      error={error}
      isOptional
      counter={counterOf(name, value)}
    >
      <Textarea
        dir="auto"
        name={name}
        rows={rows}
        value={value}
        onChange={(event) => set({ [name]: event.target.value })}
      />
    </Field>
  );
});

type ChoiceFieldProps = FieldProps<TextName> & { options: readonly string[] };

/** A choice among a few; a stored value outside the list can stay. */
export function ChoiceField(props: ChoiceFieldProps) {
  return <DrawnChoice {...props} {...useOwn(props.name)} />;
}

const DrawnChoice = memo(function DrawnChoice({
  name,
  options,
  value,
  error,
  set,
}: ChoiceFieldProps & Own<TextName>) {
  const choices = options.includes(value) ? options : [...options, value];
  return (
    <Field label={fieldFacts[name].name} error={error}>
      <Select
        name={name}
        options={choices}
        value={value}
        onChange={(event) => set({ [name]: event.target.value })}
      />
    </Field>
  );
});

type ListFieldProps = FieldProps<ListName> &
  Pick<ComponentProps<typeof ChipsEditor>, 'suggestions' | 'commasSeparate'>;

export function ListField(props: ListFieldProps) {
  return <DrawnList {...props} {...useOwn(props.name)} />;
}

const DrawnList = memo(function DrawnList({
  name,
  hint,
  value,
  error,
  set,
  ...props
}: ListFieldProps & Own<ListName>) {
  return (
    <Field label={fieldFacts[name].name} hint={hint} error={error} isOptional>
      <ChipsEditor
        {...props}
        name={name}
        value={value}
        onChange={(next) => set({ [name]: next })}
        add={(entries, typed) => addToList(name, entries, typed)}
        onProblem={(problem) => {
          const isFull = problem === limitMessage(name);
          toast({
            title: isFull ? limitReachedTitle : 'Validation Error',
            description: problem,
            kind: 'error',
            // The same id, so that leaving the field again updates the same toast.
            id: `list-${name}`,
          });
        }}
      />
    </Field>
  );
});

/** The limit is shown while typing, not enforced; for short texts only when they come near it. */
function counterOf(name: TextName, value: string, from = 0) {
  const max = fieldFacts[name].most;
  const length = lengthOf(value);
  return max && length >= max * from ? { length, max } : undefined;
}
