import { Caption, Drawing, type } from '#app/pictures/drawing.tsx';

const width = 336;

const skills = [
  { name: 'Checks suggested codes', x: 24, width: 168 },
  { name: 'Drafts queries', x: 200, width: 112 },
  { name: 'Appeals', x: 24, width: 72 },
  { name: 'Audit preparation', x: 104, width: 130 },
] as const;

/** A candidate's profile as an employer reads it; the marks say which parts to read first. */
export function ProfileSheet() {
  return (
    <figure className="max-w-[30rem]">
      <Drawing
        width={width}
        height={304}
        title="A sample candidate profile"
        description="A sheet with a drawn portrait, the headline Inpatient coder, the credential CIHIS-AI, which is underlined, four skills and availability."
      >
        <path d="M0.5 0.5h335v303h-335z" className="fill-surface stroke-control" strokeWidth={1} />
        <rect
          x={24}
          y={24}
          width={64}
          height={64}
          className="fill-sage stroke-control"
          strokeWidth={1}
        />
        <path
          d="M30 88c1-14 8-19 19-23-6-5-9-12-8-20 1-9 7-14 15-14s14 5 15 14c1 8-2 15-8 20 11 4 18 9 19 23"
          className="fill-none stroke-pine"
          strokeWidth={1.5}
          strokeLinejoin="round"
        />
        <text x={106} y={42} className={type.name}>
          Inpatient coder
        </text>
        <text x={106} y={62} className={type.small}>
          Eight years, two of them in audit
        </text>
        <text x={106} y={84} className="fill-pine font-sans text-[14px] font-medium">
          CIHIS-AI
        </text>
        <path
          d="M104 91c14-3 30-4 60-2"
          className="fill-none stroke-clay"
          strokeWidth={1.75}
          strokeLinecap="round"
        />
        <path d="M24 112.500H312" className="stroke-line" strokeWidth={1} />
        <text x={24} y={136} className={type.caps}>
          Skills
        </text>
        {skills.map(({ name, x, width }, index) => (
          <g key={name} transform={`translate(${x} ${index < 2 ? 148 : 182})`}>
            <rect
              x={0.5}
              y={0.5}
              width={width}
              height={26}
              rx={3}
              className="fill-none stroke-control"
              strokeWidth={1}
            />
            <text x={width / 2} y={18} textAnchor="middle" className={type.small}>
              {name}
            </text>
          </g>
        ))}
        <path d="M24 228.500H312" className="stroke-line" strokeWidth={1} />
        <text x={24} y={252} className={type.caps}>
          Available
        </text>
        <text x={24} y={274} className={type.text}>
          Full-time or contract, remote
        </text>
      </Drawing>
      <Caption>A sample profile. The credential names what its holder has learned to do.</Caption>
    </figure>
  );
}
