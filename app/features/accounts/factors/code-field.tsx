import { Field } from '#app/ui/field.tsx';
import { TextInput } from '#app/ui/text-input.tsx';

/** Six digits: phones suggest them from the message, and pasting them with spaces works. */
export function CodeField({
  label = 'Code',
  hint,
  error,
}: {
  label?: string;
  hint?: string;
  error?: string;
}) {
  return (
    <Field label={label} hint={hint} error={error}>
      <TextInput
        className="code-input"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={11}
        required
      />
    </Field>
  );
}
