import { site } from '../site.ts';

/** Implementation, governance, monitoring: three arcs that never quite close, and a person. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <g stroke="var(--color-pine)" strokeWidth="3.25">
        <path d="M23.8 8.2A11 11 0 0 0 14.1 5.2" />
        <path d="M10.9 6.2A11 11 0 0 0 10.9 25.8" />
        <path d="M14.1 26.8A11 11 0 0 0 23.8 23.8" />
      </g>
      <circle cx="23.5" cy="16" r="3.25" fill="var(--color-clay)" />
    </svg>
  );
}

export function Brand() {
  return (
    <a className="brand" href="/">
      <Mark className="brand-mark" />
      <span>{site.name}</span>
    </a>
  );
}
