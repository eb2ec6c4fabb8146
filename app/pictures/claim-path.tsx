import { Caption, Drawing, type } from './drawing.tsx';

const width = 336;
const rowHeight = 62;
const top = 34;
const lineX = 9;
const textX = 30;
const signX = 212;

const stages = [
  { name: 'Documentation', ai: 'drafts the note', signer: 'Clinician' },
  { name: 'CDI query', ai: 'finds the gap', signer: 'CDI specialist' },
  { name: 'Coding', ai: 'suggests the codes', signer: 'Coder' },
  { name: 'Charge capture', ai: 'flags what is missing', signer: 'Charge analyst' },
  { name: 'Claim', ai: 'predicts a denial', signer: 'Biller' },
  { name: 'Appeal', ai: 'drafts the letter', signer: 'Denials specialist' },
  { name: 'Audit', ai: 'draws the sample', signer: 'Auditor' },
] as const;

/** Seven signatures. Each path begins at the origin, on the signature line. */
const signatures = [
  'M4 -3c5-9 11-17 13-14s-8 15-6 16 8-11 11-10-2 8 1 8 5-8 8-7-1 6 2 6 6-6 9-6 0 5 4 5 16-3 26-5',
  'M6 -12c-4 6-5 11 0 10s11-12 13-15c-3 8-6 16-3 15s6-9 9-8-3 7 1 7 4-7 8-7 1 6 5 5 10-8 14-4 8 2 18 0',
  'M16 -15c-9 1-13 9-9 13s11-4 13-5-3 5 1 5 4-6 7-5-2 5 2 5 5-14 8-15-7 15-3 15 8-5 11-5 18 3 22-2',
  'M3 -2c6-6 10-18 13-15s-5 8 0 9c-6 2-9 7-5 7s10-9 14-8-2 6 2 6 5-7 9-6 0 6 5 5 15-9 27-9',
  'M5 -16c2 5 0 15-2 15m0-14c10-3 14 3 3 6 12 1 12 8 0 8 12 0 16-8 20-7s-3 6 2 6 6-6 10-6 2 5 7 5 15-1 19-5',
  'M4 -15c1 4 0 14-2 14 14 1 20-13 3-14 12 0 18 13 21 13s3-7 7-6-1 6 3 6 6-6 10-5 2 5 7 5 9-7 21-8',
  'M2 -1c8-5 12-17 14-16s1 15 3 16m-11-6c5-1 10-1 14 1s4 4 7 3 3-5 6-4-1 5 3 5 6-15 9-16-6 15-1 15 18-8 27-3',
] as const;

const description = stages
  .map(({ name, ai, signer }) => `${name}: AI ${ai}; signed by: ${signer}.`)
  .join(' ');

/** Home’s figure: where AI helps along a claim’s path, and who signs at each step. */
export function ClaimPath() {
  const bottom = top + rowHeight * stages.length;
  return (
    <figure className="max-w-[30rem]">
      <Drawing
        width={width}
        height={bottom - 6}
        title="The path of a claim, with a signature at every stop"
        description={description}
      >
        <text x={textX} y={13} className={type.caps}>
          AI suggests
        </text>
        <text x={signX} y={13} className={type.accentCaps}>
          A person signs
        </text>
        <path d={`M0 22.5H${width}`} className="stroke-ink" strokeWidth={1} />
        <path
          d={`M${lineX} ${top + 18}V${top + rowHeight * 6 + 18}`}
          className="stroke-pine"
          strokeWidth={1.5}
        />
        {stages.map((stage, index) => (
          <g key={stage.name} transform={`translate(0 ${top + rowHeight * index})`}>
            <circle cx={lineX} cy={18} r={5} className="fill-paper stroke-pine" strokeWidth={1.5} />
            <text x={textX} y={20} className={type.name}>
              {stage.name}
            </text>
            <text x={textX} y={39} className={type.small}>
              {stage.ai}
            </text>
            <g transform={`translate(${signX} 22)`}>
              <path
                d={signatures[index]}
                transform="scale(1.35 1.15)"
                className="fill-none stroke-clay"
                strokeWidth={1.1}
                strokeLinecap="round"
                strokeLinejoin="round"
              />
              <path d={`M0 2.5H${width - signX}`} className="stroke-control" strokeWidth={0.75} />
              <text y={17} className={type.small}>
                {stage.signer}
              </text>
            </g>
            {index < stages.length - 1 && (
              <path
                d={`M${textX} ${rowHeight - 10.5}H${width}`}
                className="stroke-line"
                strokeWidth={0.75}
              />
            )}
          </g>
        ))}
      </Drawing>
      <Caption>
        The path of a claim. AI may suggest at every stop; a named person signs at every stop.
      </Caption>
    </figure>
  );
}
