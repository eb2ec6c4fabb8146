import { ByWidth, Caption, Drawing, Lines, type } from './drawing.tsx';

const title = 'Implementation, Governance and Monitoring form a loop';
const description =
  'Implementation pilots one task and passes a signed decision to Governance. Governance sets who approves, signs and records, and passes a decision log to Monitoring. Monitoring measures on your own cases and passes changes back to Implementation.';

/** The three parts clockwise from the top, in degrees. */
const parts = [
  {
    letter: 'I',
    name: 'Implementation',
    angle: -90,
    lines: ['Choose one task, pilot it', 'in 2-4 weeks, decide in writing'],
  },
  {
    letter: 'G',
    name: 'Governance',
    angle: 30,
    lines: ['Say who approves, who signs', 'and what is recorded'],
  },
  {
    letter: 'M',
    name: 'Monitoring',
    angle: 150,
    lines: ['Measure on your own cases;', 'stop, adjust or extend'],
  },
] as const;

export function IgmLoop() {
  return (
    <figure>
      <ByWidth
        narrow={
          <Drawing width={336} height={262} title={title} description={description}>
            <Loop cx={168} cy={144} radius={84} />
            <text x={168} y={20} textAnchor="middle" className={type.name}>
              Implementation
            </text>
            <text x={336} y={254} textAnchor="end" className={type.name}>
              Governance
            </text>
            <text x={0} y={254} className={type.name}>
              Monitoring
            </text>
          </Drawing>
        }
        wide={
          <Drawing width={720} height={304} title={title} description={description}>
            <Loop cx={360} cy={156} radius={124} />
            <Note part={parts[0]} x={478} y={32} leader="M390 32H466" />
            <Note part={parts[1]} x={536} y={218} leader="M497 218H524" />
            <Note part={parts[2]} x={184} y={218} leader="M223 218H196" isLeft />
          </Drawing>
        }
      />
      <Caption>The loop. What monitoring finds changes what is implemented next.</Caption>
    </figure>
  );
}

function Loop({ cx, cy, radius }: { cx: number; cy: number; radius: number }) {
  const at = (degrees: number, distance = radius) => ({
    x: cx + distance * Math.cos((degrees * Math.PI) / 180),
    y: cy + distance * Math.sin((degrees * Math.PI) / 180),
  });
  const degrees = (length: number) => ((length / radius) * 180) / Math.PI;
  return (
    <>
      <circle
        cx={cx}
        cy={cy}
        r={radius + 14}
        className="fill-none stroke-line"
        strokeWidth={0.75}
      />
      <circle
        cx={cx}
        cy={cy}
        r={radius - 14}
        className="fill-none stroke-line"
        strokeWidth={0.75}
      />
      {parts.map(({ letter, angle }) => {
        const endAngle = angle + 120 - degrees(34);
        const start = at(angle + degrees(31));
        const end = at(endAngle);
        const node = at(angle);
        return (
          <g key={letter}>
            <path
              d={`M${start.x.toFixed(1)} ${start.y.toFixed(1)}A${radius} ${radius} 0 0 1 ${end.x.toFixed(1)} ${end.y.toFixed(1)}`}
              className="fill-none stroke-pine"
              strokeWidth={1.75}
            />
            <path
              d="M-4 -5L4 0L-4 5"
              transform={`translate(${end.x.toFixed(1)} ${end.y.toFixed(1)}) rotate(${endAngle + 84})`}
              className="fill-none stroke-pine"
              strokeWidth={1.75}
              strokeLinejoin="round"
              strokeLinecap="round"
            />
            <circle
              cx={node.x}
              cy={node.y}
              r={23}
              className="fill-surface stroke-pine"
              strokeWidth={1.5}
            />
            <text
              x={node.x}
              y={node.y + 8}
              textAnchor="middle"
              className="fill-pine font-serif text-[23px]"
            >
              {letter}
            </text>
          </g>
        );
      })}
      <text x={cx} y={cy - 4} textAnchor="middle" className={type.accentCaps}>
        One task
      </text>
      <text x={cx} y={cy + 16} textAnchor="middle" className={type.small}>
        at a time
      </text>
    </>
  );
}

type NoteProps = {
  part: (typeof parts)[number];
  x: number;
  y: number;
  leader: string;
  isLeft?: boolean;
};

function Note({ part, x, y, leader, isLeft }: NoteProps) {
  return (
    <g textAnchor={isLeft ? 'end' : 'start'}>
      <path d={leader} className="stroke-control" strokeWidth={0.75} />
      <text x={x} y={y + 6} className={type.name}>
        {part.name}
      </text>
      <Lines x={x} y={y + 28} className={type.small} lines={[...part.lines]} />
    </g>
  );
}
