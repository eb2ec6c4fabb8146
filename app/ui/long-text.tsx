import { type ComponentProps, useState } from 'react';
import { Field } from './field.tsx';
import { Textarea } from './text-input.tsx';

type LongTextProps = Omit<ComponentProps<'textarea'>, 'defaultValue' | 'maxLength'> &
  Omit<ComponentProps<typeof Field>, 'children' | 'counter' | 'className'> & {
    defaultValue?: string | undefined;
    max: number;
    /** What the browser says where there is more. */
    tooLong: string;
  };

/**
 * A text in a form that the browser checks. What goes over the limit is counted and stays to be shortened: a `maxLength` would
 * cut off what is pasted, and say nothing.
 */
export function LongText({
  label,
  hint,
  error,
  isOptional,
  max,
  tooLong,
  ...props
}: LongTextProps) {
  const [length, setLength] = useState(lengthOf(props.defaultValue ?? ''));
  return (
    <Field
      {...{ label, hint, error, isOptional }}
      {...(length > max * 0.75 && { counter: { length, max } })}
    >
      <Textarea
        {...props}
        ref={(field) => field?.setCustomValidity(length > max ? tooLong : '')}
        onChange={({ currentTarget }) => setLength(lengthOf(currentTarget.value))}
      />
    </Field>
  );
}

/** As it is counted where it is kept: an emoji is one character. */
const lengthOf = (text: string) => [...text.trim()].length;
