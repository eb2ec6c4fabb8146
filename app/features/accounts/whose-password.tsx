/** Tells password managers whose password a form is about; hidden, and not focusable. */
export function WhosePassword({ email }: { email: string }) {
  return (
    <input
      className="sr-only"
      type="email"
      name="username"
      autoComplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}
