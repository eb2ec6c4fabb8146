import type { PortraitName } from '#app/content/testimonials.ts';

/**
 * Drawn people for sample testimonials. Decoration: the name is next to the picture. They keep the light scheme in dark
 * mode, as a photo would; inverted, they look like negatives.
 */
export function TestimonialPortrait({
  portrait,
  className,
}: {
  portrait: PortraitName;
  className?: string;
}) {
  const Person = people[portrait];
  return (
    <svg viewBox="0 0 120 120" aria-hidden="true" className={`in-light block ${className ?? ''}`}>
      <rect width={120} height={120} className="fill-sage" />
      <Person />
      <rect x={0.5} y={0.5} width={119} height={119} className="fill-none stroke-control" />
    </svg>
  );
}

const people: Record<PortraitName, () => React.ReactNode> = {
  first: First,
  second: Second,
  third: Third,
};

const skin = 'fill-surface stroke-ink';
const outline = { strokeWidth: 1.5, strokeLinecap: 'round', strokeLinejoin: 'round' } as const;

/** Chin-length hair, glasses, a jacket with lapels. */
function First() {
  return (
    <g {...outline}>
      <path
        d="M36 76c-7-30 2-52 25-52s31 20 24 52c-5 4-10 4-12 2H48c-3 2-8 2-12-2z"
        className="fill-ink"
      />
      <path d="M50 72v14l10 10 11-10V72z" className={skin} />
      <path
        d="M42 54c0 20 8 30 18 30s19-10 19-30c-8-2-15-7-19-13-3 6-9 11-18 13z"
        className={skin}
      />
      <path
        d="M18 120c1-18 10-26 32-33l10 11 11-11c22 7 31 15 32 33z"
        className="fill-pine stroke-ink"
      />
      <path d="M50 87l-6 14 8 4-3 15M71 87l6 14-8 4 3 15" className="fill-none stroke-surface" />
      <path d="M53 89l7 9 8-9 0 0-8 31z" className="fill-surface stroke-none" />
      <Face />
      <path
        d="M45 57h12v5a6 6 0 0 1-12 0zM64 57h12v5a6 6 0 0 1-12 0zM57 59q3.500-2 7 0"
        className="fill-none stroke-ink"
      />
    </g>
  );
}

/** Short hair, a trimmed beard, an open collar. */
function Second() {
  return (
    <g {...outline}>
      <path d="M49 74v15l11 9 12-9V74z" className={skin} />
      <path d="M40 50c0 24 8 36 20 36s21-12 21-36c0-14-8-22-21-22s-20 8-20 22z" className={skin} />
      <path
        d="M40 56c-4-20 3-34 22-34 17 0 24 13 19 34l-3-10c-9 0-18-2-24-7-3 5-8 7-11 8z"
        className="fill-ink"
      />
      <path
        d="M40.500 56c1 21 8 32 19.500 32s19.500-11 20.500-32c-3 9-5 13-10 13-4-1-7-2-10.500-2s-7 1-10.500 2c-5 0-7-4-9-13z"
        className="fill-ink"
      />
      <path d="M54 74q6-3 13 0-6 4-13 0z" className="fill-surface stroke-none" />
      <path
        d="M16 120c2-18 12-25 33-32l11 11 12-11c21 7 31 14 32 32z"
        className="fill-surface stroke-ink"
      />
      <path
        d="M49 88l-5 12 16 4-11-16zM72 88l4 12-16 4 12-16z"
        className="fill-surface stroke-ink"
      />
      <path
        d="M28 102v18M36 98v22M84 98v22M92 102v18M44 103v17M76 103v17M60 105v15M52 104v16M68 104v16"
        className="stroke-pine"
      />
      <Eyes />
    </g>
  );
}

/** Hair parted and tied back, small earrings, a round neckline. */
function Third() {
  return (
    <g {...outline}>
      <circle cx={60} cy={21} r={11} className="fill-ink" />
      <path d="M38 60c-5-22 5-36 22-36s27 14 22 36z" className="fill-ink" />
      <path d="M50 74v15q10 10 21 0V74z" className={skin} />
      <path
        d="M41 52c0 22 8 33 19 33s20-11 20-33c-9-2-16-8-20-16-3 8-10 14-19 16z"
        className={skin}
      />
      <path
        d="M17 120c2-19 12-26 33-32q10 14 21 0c21 6 31 13 32 32z"
        className="fill-clay stroke-ink"
      />
      <path d="M46 93q14 17 29 0" className="fill-none stroke-surface" />
      <circle cx={40} cy={68} r={2} className="fill-clay stroke-none" />
      <circle cx={81} cy={68} r={2} className="fill-clay stroke-none" />
      <Face />
    </g>
  );
}

function Eyes() {
  return (
    <g className="fill-none stroke-ink">
      <path d="M47 53q4-3 8-.5M66 52.500q4-2.500 8 .500" />
      <path d="M51.500 59v.4M70 59v.4" strokeWidth={3.2} />
      <path d="M61 58c1 4 2 7 1 8-1 .8-2 .8-3.500.5" strokeWidth={1.2} />
    </g>
  );
}

function Face() {
  return (
    <>
      <Eyes />
      <path d="M54.500 74q6 4 12-.5" className="fill-none stroke-ink" />
    </>
  );
}
