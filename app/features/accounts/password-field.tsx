import { type ComponentProps, useState } from 'react';
import { Field } from '#app/ui/field.tsx';
import { PasswordInput } from '#app/ui/password-input.tsx';
import { advise } from '#domain/account/password-advice.ts';
import { useAccountRules } from './use-account-rules.ts';

type PasswordFieldProps = ComponentProps<typeof PasswordInput> & { label?: string; error?: string };

export function PasswordField({ label = 'Password', error, ...props }: PasswordFieldProps) {
  return (
    <Field label={label} error={error}>
      <PasswordInput name="password" autoComplete="current-password" required {...props} />
    </Field>
  );
}

/** Gives advice while the password is typed; the check happens in the browser. */
export function NewPasswordField({
  label = 'Password',
  error,
  about,
}: {
  label?: string;
  error?: string;
  /** The person's name and address, which a password should not contain. */
  about?: () => readonly string[];
}) {
  const { shortestPassword } = useAccountRules();
  const [advice, setAdvice] = useState(() => advise(''));
  return (
    <div className="grid gap-2">
      <Field
        label={label}
        error={error}
        hint={`At least ${shortestPassword} characters. Any characters will do, including spaces.`}
      >
        <PasswordInput
          name="password"
          autoComplete="new-password"
          minLength={shortestPassword}
          required
          onChange={(event) => setAdvice(advise(event.target.value, about?.(), shortestPassword))}
        />
      </Field>
      <div className="password-strength" data-level={advice.level}>
        <span aria-hidden="true" />
        <span aria-hidden="true" />
        <span aria-hidden="true" />
        <span aria-hidden="true" />
        <p role="status">{advice.text}</p>
      </div>
    </div>
  );
}
