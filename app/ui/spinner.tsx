/** Needs a label unless text next to it already says what is happening. */
export function Spinner({ label }: { label?: string }) {
  return (
    <span className="spinner" role={label ? 'status' : undefined}>
      <svg viewBox="0 0 20 20" fill="none" aria-hidden="true">
        <circle cx="10" cy="10" r="8" />
        <path d="M10 2a8 8 0 0 1 8 8" />
      </svg>
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}
