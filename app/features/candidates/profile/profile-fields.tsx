import { type ComponentProps, createContext, type ReactNode, useContext } from 'react';
import { AddressInput } from '#app/ui/address-input.tsx';
import { ChipsEditor } from '#app/ui/chips-editor.tsx';
import { Field } from '#app/ui/field.tsx';
import { Select } from '#app/ui/select.tsx';
import { Textarea, TextInput } from '#app/ui/text-input.tsx';
import { toast } from '#app/ui/toast.ts';
import {
  addToList,
  type ListName,
  limitMessage,
  limitReachedTitle,
} from '#domain/candidate-lists.ts';
import { lengthOf } from '#domain/text-length.ts';
import { completeWebAddress } from '#domain/web-address.ts';
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

/** What the fields of the profile show and where their changes go. */
export const ProfileContext = createContext<Fields | undefined>(undefined);

export function useProfileField<Name extends ProfileField>(name: Name) {
  const fields = useContext(ProfileContext);
  if (!fields) throw new Error('A field of a profile stands outside its form');
  const { values, errors, set } = fields;
  return {
    value: values[name],
    error: errors[name],
    change: (value: ProfileValues[Name]) => set({ [name]: value }),
  };
}

type FieldProps<Name> = { name: Name; hint?: ReactNode };
type TextFieldProps = FieldProps<TextName> & {
  isRequired?: boolean;
};

export function TextField({
  name,
  hint,
  isRequired,
  ...props
}: TextFieldProps & Omit<ComponentProps<'input'>, 'name' | 'value'>) {
  const { value, error, change } = useProfileField(name);
  return (
    <Field
      label={fieldFacts[name].name}
      hint={hint}
      error={error}
      isOptional={!isRequired}
      counter={counterOf(name, value, 0.8)}
    >
      {props.type === 'url' ? (
        <AddressInput
          {...props}
          name={name}
          required={isRequired}
          value={value}
          onValue={change}
          complete={completeWebAddress}
        />
      ) : (
        <TextInput
          dir="auto"
          {...props}
          name={name}
          required={isRequired}
          value={value}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </Field>
  );
}

export function LongField({ name, hint, rows }: TextFieldProps & { rows: number }) {
  const { value, error, change } = useProfileField(name);
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
        onChange={(event) => change(event.target.value)}
      />
    </Field>
  );
}

/** A choice among a few; what is stored and is none of them can stay. */
export function ChoiceField({
  name,
  options,
}: FieldProps<TextName> & { options: readonly string[] }) {
  const { value, error, change } = useProfileField(name);
  const choices = options.includes(value) ? options : [...options, value];
  return (
    <Field label={fieldFacts[name].name} error={error}>
      <Select
        name={name}
        options={choices}
        value={value}
        onChange={(event) => change(event.target.value)}
      />
    </Field>
  );
}

type ListFieldProps = FieldProps<ListName> &
  Pick<ComponentProps<typeof ChipsEditor>, 'suggestions' | 'commasSeparate'>;

export function ListField({ name, hint, ...props }: ListFieldProps) {
  const { value, error, change } = useProfileField(name);
  return (
    <Field label={fieldFacts[name].name} hint={hint} error={error} isOptional>
      <ChipsEditor
        {...props}
        name={name}
        value={value}
        onChange={change}
        add={(entries, typed) => addToList(name, entries, typed)}
        onProblem={(problem) => {
          const isFull = problem === limitMessage(name);
          toast({
            title: isFull ? limitReachedTitle : 'Validation Error',
            description: problem,
            kind: 'error',
          });
        }}
      />
    </Field>
  );
}

/** The limit is shown rather than enforced while typing, for a short text when it comes near it. */
function counterOf(name: TextName, value: string, from = 0) {
  const max = fieldFacts[name].most;
  const length = lengthOf(value);
  return max && length >= max * from ? { length, max } : undefined;
}
