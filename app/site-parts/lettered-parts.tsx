import type { Point } from '#app/content/page-parts.ts';

type Part = Point & { deliverables?: readonly string[] };

/** Implementation, Governance, Monitoring: each with its letter in the loop. */
export function LetteredParts({ parts }: { parts: readonly Part[] }) {
  return (
    <ol className="border-b border-line">
      {parts.map(({ title, text, deliverables }) => (
        <li
          key={title}
          className="grid grid-cols-[3rem_1fr] items-baseline border-t border-line py-6 md:grid-cols-[4.5rem_1fr]"
        >
          <span className="font-serif text-3xl leading-none text-pine" aria-hidden="true">
            {title[0]}
          </span>
          <div className={deliverables && 'grid gap-x-8 gap-y-4 md:grid-cols-[3fr_2fr]'}>
            <div>
              <h3>{title}</h3>
              <p className="mt-1.5 max-w-measure text-muted">{text}</p>
            </div>
            {deliverables && (
              <ul className="grid content-start gap-2 border-line text-sm md:border-l md:pl-6">
                {deliverables.map((deliverable) => (
                  <li key={deliverable}>{deliverable}</li>
                ))}
              </ul>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
