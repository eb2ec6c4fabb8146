import { site } from '#domain/site/brand.ts';
import * as links from '#domain/site/links.ts';
import { markArcs, markDot, markStroke } from '#domain/site/mark.ts';

export function Mark({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <g stroke="var(--color-pine)" strokeWidth={markStroke}>
        {markArcs.map((arc) => (
          <path key={arc} d={arc} />
        ))}
      </g>
      <circle cx={markDot.x} cy={markDot.y} r={markDot.radius} fill="var(--color-clay)" />
    </svg>
  );
}

export function Brand() {
  return (
    <a className="brand" href={links.home}>
      <Mark className="brand-mark" />
      <span>{site.name}</span>
    </a>
  );
}
