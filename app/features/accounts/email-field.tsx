import { Field } from '#app/ui/field.tsx';
import { TextInput } from '#app/ui/text-input.tsx';

type EmailFieldProps = {
  email?: string;
  label?: string;
  hint?: string;
  error?: string;
  onEmail?(email: string): void;
};

export function EmailField({ email, label = 'Email', hint, error, onEmail }: EmailFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      <TextInput
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={email}
        onChange={(event) => onEmail?.(event.target.value)}
      />
    </Field>
  );
}
