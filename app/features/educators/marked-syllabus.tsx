import { Caption, Drawing, type } from '#app/pictures/drawing.tsx';

const width = 336;
const rowHeight = 43;
const top = 62;
const noteX = 228;

const units = [
  { name: 'The health record', note: 'not here' },
  { name: 'Code sets and guidelines', note: 'here, unit 1' },
  { name: 'Documentation and CDI', note: 'here, unit 2' },
  { name: 'Claims and denials', note: 'here, unit 3' },
  { name: 'Privacy and ethics', note: 'in every unit' },
  { name: 'Practicum', note: 'in the sandbox' },
] as const;

const description = units.map(({ name, note }) => `${name}: ${note}.`).join(' ');

/** A course outline after a partnership call: where AI belongs, and where it does not. */
export function MarkedSyllabus() {
  const bottom = top + rowHeight * units.length;
  return (
    <figure className="max-w-[30rem]">
      <Drawing
        width={width}
        height={bottom + 24}
        title="A course outline with marks in the margin"
        description={description}
      >
        <path d={`M8 12V${bottom + 22}H206`} className="fill-none stroke-line" strokeWidth={1} />
        <path
          d={`M0.500 0.500H198V${bottom + 14}H0.500z`}
          className="fill-surface stroke-control"
          strokeWidth={1}
        />
        <text x={16} y={28} className={type.caps}>
          Syllabus
        </text>
        <path d="M16 40.500H182" className="stroke-ink" strokeWidth={1} />
        {units.map(({ name, note }, index) => (
          <g key={name} transform={`translate(0 ${top + rowHeight * index})`}>
            <text x={16} y={5} className={type.text}>
              {name}
            </text>
            <path d="M16 18h148M16 25h112" className="stroke-line" strokeWidth={1} />
            {index === 0 ? (
              <path d="M206 0l9 9M215 0l-9 9" className="stroke-muted" strokeWidth={1.5} />
            ) : (
              <path
                d="M203 -9c6 0 7 3 7 8s1 7 7 8c-6 1-7 3-7 8s-1 8-7 8"
                className="fill-none stroke-clay"
                strokeWidth={1.5}
                strokeLinecap="round"
              />
            )}
            <text x={noteX} y={9} className={index === 0 ? type.small : type.accentSmall}>
              {note}
            </text>
          </g>
        ))}
      </Drawing>
      <Caption>An outline after the call: where AI belongs, and where it does not.</Caption>
    </figure>
  );
}
