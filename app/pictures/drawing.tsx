import type { ReactNode } from 'react';

/** Text inside drawings. Sizes are in units of the view box, and come out at least 12 px high. */
export const type = {
  caps: 'fill-muted font-sans text-[12.5px] font-medium uppercase tracking-[0.07em]',
  accentCaps: 'fill-clay font-sans text-[12.5px] font-medium uppercase tracking-[0.07em]',
  small: 'fill-muted font-sans text-[13px]',
  accentSmall: 'fill-clay font-sans text-[13px]',
  text: 'fill-ink font-sans text-[14px]',
  name: 'fill-ink font-serif text-[17px]',
  figure: 'fill-ink font-serif text-[15px] oldstyle-nums',
} as const;

type DrawingProps = {
  width: number;
  height: number;
  title: string;
  description: string;
  className?: string;
  children: ReactNode;
};

/** An inline SVG that fills its column and has a text description of what it shows. */
export function Drawing({ width, height, title, description, className, children }: DrawingProps) {
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`${title}. ${description}`}
      className={`block ${className ?? 'h-auto w-full'}`}
    >
      {children}
    </svg>
  );
}

/** Two layouts of one drawing. The width of the column decides, not that of the window. Most columns are wide. */
export function ByWidth({ narrow, wide }: { narrow: ReactNode; wide: ReactNode }) {
  return (
    <div className="@container">
      <div className="hidden @2xl:block">{wide}</div>
      <div className="max-w-md @2xl:hidden">{narrow}</div>
    </div>
  );
}

/** The stylesheet counts the figures of a page and puts the number in front. */
export function Caption({ children }: { children: ReactNode }) {
  return (
    <figcaption className="figure-caption mt-4 max-w-prose text-muted text-sm">
      {children}
    </figcaption>
  );
}

type LinesProps = { x: number; y: number; className: string; lines: string[] };

/** SVG text does not wrap; the lines are broken by hand. */
export function Lines({ x, y, className, lines }: LinesProps) {
  return (
    <text x={x} y={y} className={className}>
      {lines.map((line, index) => (
        <tspan key={line} x={x} dy={index === 0 ? 0 : 18}>
          {line}
        </tspan>
      ))}
    </text>
  );
}
