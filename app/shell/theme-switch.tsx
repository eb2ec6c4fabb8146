const choices = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** Handled by the enhance script; the stylesheet marks the choice from the document's theme. */
export function ThemeSwitch() {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a legend and form semantics.
    <div className="theme-switch" role="group" aria-label="Color theme">
      {choices.map(({ value, label }) => (
        <button key={value} type="button" data-theme-choice={value} suppressHydrationWarning>
          {label}
        </button>
      ))}
    </div>
  );
}
