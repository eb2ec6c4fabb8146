import type { TierCredits } from '#domain/credentials/credentials.ts';
import type { Tier } from '#domain/credentials/tiers.ts';
import * as links from '#domain/site/links.ts';

type Part = { title: string; hours: number };

/** What micro-certifications count towards the full program, if staff have decided that. */
export function Credits({ credits }: { credits: readonly TierCredits[] }) {
  if (credits.length === 0) return null;
  return (
    <section className="credential-credits" aria-labelledby="credential-credits">
      <h2 id="credential-credits">Toward the full program</h2>
      {credits.map(({ tier, slug, title, of, hours, counts, missing }) => (
        <div key={tier}>
          <h3>
            <a className="link" href={links.certification(slug as Tier)}>
              {tier} {title}
            </a>
          </h3>
          <p>
            {hours} of {of} hours are yours already.
          </p>
          <Parts title="Counts" parts={counts} />
          <Parts title="Would also count" parts={missing} />
        </div>
      ))}
    </section>
  );
}

function Parts({ title, parts }: { title: string; parts: readonly Part[] }) {
  if (parts.length === 0) return null;
  return (
    <>
      <p className="credential-quiet">{title}</p>
      <ul>
        {parts.map((part) => (
          <li key={part.title}>
            {part.title}, {part.hours} {part.hours === 1 ? 'hour' : 'hours'}
          </li>
        ))}
      </ul>
    </>
  );
}
