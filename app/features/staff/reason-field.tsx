import { Field } from '#app/ui/field.tsx';
import { Textarea } from '#app/ui/text-input.tsx';
import { seen } from '#domain/text/seen.ts';
import { lengthOf } from '#domain/text/text-length.ts';

const longest = 1_000;

type ReasonFieldProps = {
  label?: string;
  hint?: string | undefined;
  rows?: number;
  value: string;
  onChange(value: string): void;
};

/** Why staff do something. Text pasted beyond the limit is counted and can be shortened. */
export function ReasonField({ label = 'Why', hint, rows = 3, value, onChange }: ReasonFieldProps) {
  const length = lengthOf(value.trim());
  return (
    <Field
      label={label}
      hint={hint}
      {...(length > longest * 0.75 && { counter: { length, max: longest } })}
    >
      <Textarea
        rows={rows}
        dir="auto"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  );
}

/** Whether it is neither too short nor too long. */
export function isReason(value: string, least = 3): boolean {
  return lengthOf(seen(value)) >= least && lengthOf(value.trim()) <= longest;
}
