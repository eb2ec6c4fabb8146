import type { ReactNode } from 'react';
import { firstJobMarket, jobMarket } from '#app/content/job-market.ts';

/** Each drawing shows the released number and nothing more. The words next to it carry the meaning. */
const drawings: readonly (() => ReactNode)[] = [Billions, Growth, Share, Salary];

export function JobMarketFigures() {
  const { figures, note } = jobMarket();
  return (
    <figure>
      <ul className="grid gap-x-10 gap-y-6 sm:grid-cols-2 lg:grid-cols-1">
        {figures.map(({ value, label, text }, index) => {
          // Next to a different number, the drawing would be untrue.
          const isDrawn = value === firstJobMarket.figures[index]?.value;
          const Figure = isDrawn ? drawings[index] : undefined;
          return (
            <li
              key={label}
              className={`grid items-start gap-x-4 border-line border-t pt-4 ${Figure ? 'grid-cols-[6rem_1fr]' : ''}`}
            >
              {Figure && (
                <svg viewBox="0 0 120 60" aria-hidden="true" className="block h-12 w-24">
                  <Figure />
                </svg>
              )}
              <div>
                <p className="font-serif text-2xl text-ink tabular-nums leading-none">{value}</p>
                <p className="mt-2 font-medium text-ink text-sm">{label}</p>
                <p className="text-muted text-sm">{text}</p>
              </div>
            </li>
          );
        })}
      </ul>
      <figcaption className="mt-6 max-w-prose text-muted text-sm">{note}</figcaption>
    </figure>
  );
}

/** Forty-five squares, and an empty one for the plus. */
function Billions() {
  return (
    <>
      {Array.from({ length: 46 }, (_, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: the squares never change
          key={index}
          x={Math.floor(index / 5) * 12 + 0.5}
          y={(index % 5) * 12 + 0.5}
          width={9}
          height={9}
          className={index < 45 ? 'fill-pine' : 'fill-none stroke-pine'}
          strokeWidth={1}
        />
      ))}
    </>
  );
}

/** 1.44 to the powers of 0 to 4. */
function Growth() {
  const heights = [0, 1, 2, 3, 4].map((year) => 12 * 1.44 ** year);
  const points = heights.map((height, year) => `${6 + year * 27} ${(58 - height).toFixed(1)}`);
  return (
    <>
      <path d="M0 59.5H120" className="stroke-control" strokeWidth={1} />
      <path d={`M${points.join('L')}`} className="fill-none stroke-pine" strokeWidth={1.75} />
      {heights.map((height, year) => (
        <circle
          key={height}
          cx={6 + year * 27}
          cy={58 - height}
          r={3}
          className={year === 4 ? 'fill-clay' : 'fill-pine'}
        />
      ))}
    </>
  );
}

/** Seventy-three out of a hundred. */
function Share() {
  return (
    <>
      {Array.from({ length: 100 }, (_, index) => (
        <circle
          // biome-ignore lint/suspicious/noArrayIndexKey: the dots never change
          key={index}
          cx={Math.floor(index / 5) * 6 + 3}
          cy={(index % 5) * 12 + 6}
          r={2.2}
          className={index < 73 ? 'fill-pine' : 'fill-none stroke-control'}
          strokeWidth={0.9}
        />
      ))}
    </>
  );
}

/** A scale in steps of twenty thousand, marked from 120 upward. */
function Salary() {
  return (
    <>
      <path d="M0 44.5H120" className="stroke-control" strokeWidth={1} />
      {Array.from({ length: 9 }, (_, step) => (
        <path
          // biome-ignore lint/suspicious/noArrayIndexKey: the ticks never change
          key={step}
          d={`M${0.5 + step * 14.8} 44V${step % 2 ? 49 : 53}`}
          className="stroke-control"
          strokeWidth={1}
        />
      ))}
      <path
        d="M89.3 30H119M114 25L119 30L114 35"
        className="fill-none stroke-pine"
        strokeWidth={1.75}
      />
      <circle cx={89.3} cy={30} r={4} className="fill-clay" />
    </>
  );
}
