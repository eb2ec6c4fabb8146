import { ByWidth, Caption, Drawing, Lines, type } from './drawing.tsx';

const title = 'Inside the sandbox';
const description =
  'A dashed frame holds three sheets: a practice record, an assistant’s answer with one statement underlined as unsupported, and your check with that statement struck out. Outside the frame stand your live systems; no line leads to them.';

/** The Accelerator: practice records circulate inside the frame, and nothing crosses it. */
export function SandboxDrawing() {
  return (
    <figure>
      <ByWidth
        narrow={
          <Drawing width={336} height={470} title={title} description={description}>
            <Frame x={1} y={1} width={334} height={392} />
            <text x={18} y={27} className={type.caps}>
              The sandbox
            </text>
            <Sheet x={18} y={44} kind="record" />
            <Arrow d="M66 148v20" tip="M61 163l5 6 5-6" />
            <Sheet x={18} y={174} kind="answer" />
            <Arrow d="M66 278v14" tip="M61 287l5 6 5-6" />
            <Sheet x={18} y={298} kind="check" height={84} />
            <Legend
              x={142}
              y={78}
              name="Practice record"
              lines={['made for training;', 'no patient’s information']}
            />
            <Legend
              x={142}
              y={208}
              name="Assistant’s answer"
              lines={['one statement has no', 'support in the record']}
            />
            <Legend x={142} y={326} name="Your check" lines={['strike it, say why,', 'and sign']} />
            <Outside x={1} y={416} width={334} />
          </Drawing>
        }
        wide={
          <Drawing width={720} height={262} title={title} description={description}>
            <Frame x={1} y={1} width={534} height={260} />
            <text x={24} y={30} className={type.caps}>
              The sandbox
            </text>
            <Sheet x={24} y={52} kind="record" />
            <Arrow d="M126 102h66" tip="M187 97l6 5-6 5" />
            <Sheet x={204} y={52} kind="answer" />
            <Arrow d="M306 102h66" tip="M367 97l6 5-6 5" />
            <Sheet x={384} y={52} kind="check" />
            <Legend
              x={24}
              y={186}
              name="Practice record"
              lines={['made for training;', 'no patient’s information']}
            />
            <Legend
              x={204}
              y={186}
              name="Assistant’s answer"
              lines={['one statement has no', 'support in the record']}
            />
            <Legend x={384} y={186} name="Your check" lines={['strike it, say why,', 'and sign']} />
            <Outside x={572} y={104} width={147} />
          </Drawing>
        }
      />
      <Caption>
        Inside the sandbox. Mistakes are planted, found and discussed; nothing leaves the frame.
      </Caption>
    </figure>
  );
}

function Frame({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  return (
    <rect
      x={x}
      y={y}
      width={width}
      height={height}
      rx={6}
      className="fill-none stroke-pine"
      strokeWidth={1.5}
      strokeDasharray="5 5"
    />
  );
}

const lineLengths = [58, 70, 44, 66, 52, 62] as const;

type SheetProps = { x: number; y: number; kind: 'record' | 'answer' | 'check'; height?: number };

function Sheet({ x, y, kind, height = 100 }: SheetProps) {
  const lines = lineLengths.slice(0, height < 100 ? 5 : 6);
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect
        x={0.5}
        y={0.5}
        width={96}
        height={height}
        className="fill-surface stroke-control"
        strokeWidth={1}
      />
      {lines.map((length, index) => (
        <path
          key={length}
          d={`M13 ${18 + index * 13}h${length}`}
          className={kind !== 'record' && index === 2 ? 'stroke-clay' : 'stroke-muted'}
          strokeWidth={kind === 'record' ? 1.25 : 1.75}
          opacity={kind === 'record' || index === 2 ? 1 : 0.75}
        />
      ))}
      {kind === 'answer' && (
        <path
          d="M13 49q3.65-4 7.3 0t7.3 0 7.3 0 7.3 0 7.3 0 7.3 0"
          className="fill-none stroke-clay"
          strokeWidth={1}
        />
      )}
      {kind === 'check' && (
        <>
          <path d="M11 48L60 40" className="stroke-clay" strokeWidth={1.5} />
          <path
            d={`M58 ${height - 12}c4-9 8-13 10-11s-6 12-3 13 6-9 9-8-2 6 1 6 8-3 14-7`}
            className="fill-none stroke-clay"
            strokeWidth={1.25}
            strokeLinecap="round"
          />
        </>
      )}
    </g>
  );
}

function Arrow({ d, tip }: { d: string; tip: string }) {
  return (
    <path
      d={`${d}${tip}`}
      className="fill-none stroke-pine"
      strokeWidth={1.5}
      strokeLinejoin="round"
    />
  );
}

function Legend({ x, y, name, lines }: { x: number; y: number; name: string; lines: string[] }) {
  return (
    <>
      <text x={x} y={y} className={type.name}>
        {name}
      </text>
      <Lines x={x} y={y + 21} className={type.small} lines={lines} />
    </>
  );
}

function Outside({ x, y, width }: { x: number; y: number; width: number }) {
  return (
    <>
      <rect
        x={x}
        y={y}
        width={width}
        height={53}
        rx={6}
        className="fill-none stroke-control"
        strokeWidth={1}
      />
      <text x={x + 16} y={y + 23} className={type.text}>
        Your live systems
      </text>
      <text x={x + 16} y={y + 41} className={type.small}>
        not connected
      </text>
    </>
  );
}
