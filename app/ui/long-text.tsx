import { type ComponentProps, useState } from 'react';
import { Field } from './field.tsx';
import { Textarea } from './text-input.tsx';

type LongTextProps = Omit<ComponentProps<'textarea'>, 'defaultValue' | 'maxLength'> &
  Omit<ComponentProps<typeof Field>, 'children' | 'counter' | 'className'> & {
    defaultValue?: string | undefined;
    max: number;
    /** The browser's message if the text is too long. */
    tooLong: string;
  };

/**
 * A text in a form that the browser validates. Text beyond the limit is counted and can be shortened; `maxLength` would
 * silently truncate what is pasted.
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

/** Counted as in the database: an emoji is one character. */
const lengthOf = (text: string) => [...text.trim()].length;
