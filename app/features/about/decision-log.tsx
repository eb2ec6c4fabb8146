import { Caption, Drawing, type } from '#app/pictures/drawing.tsx';

const width = 336;
const valueX = 104;

/** What the mission is about: a record that tells suggestions from decisions. */
export function DecisionLog() {
  return (
    <figure className="max-w-[30rem]">
      <Drawing
        width={width}
        height={316}
        title="One entry of a decision log"
        description="Suggested: I50.9, heart failure, unspecified; struck out. Decided: I50.23, acute on chronic systolic heart failure. Why: the cardiology note says acute on chronic and gives an ejection fraction of 30 percent. Signed by the coder."
      >
        <path d="M0.5 0.5h335v315h-335z" className="fill-surface stroke-control" strokeWidth={1} />
        <text x={20} y={30} className={type.caps}>
          Decision log
        </text>
        <text x={316} y={30} textAnchor="end" className={type.small}>
          practice record
        </text>
        <path d="M20 44.500H316" className="stroke-ink" strokeWidth={1} />
        <Field y={74} name="Suggested" lines={['I50.9', 'Heart failure, unspecified']} isStruck />
        <path d="M20 112.500H316" className="stroke-line" strokeWidth={1} />
        <Field
          y={140}
          name="Decided"
          lines={['I50.23', 'Acute on chronic systolic', 'heart failure']}
        />
        <path d="M20 196.500H316" className="stroke-line" strokeWidth={1} />
        <text x={20} y={222} className={type.small}>
          Why
        </text>
        <text x={valueX} y={222} className={type.text}>
          Cardiology note: acute on
        </text>
        <text x={valueX} y={241} className={type.text}>
          chronic; ejection fraction 30%
        </text>
        <path d="M20 258.500H316" className="stroke-line" strokeWidth={1} />
        <text x={20} y={294} className={type.small}>
          Signed
        </text>
        <path
          d="M108 290c7-12 13-22 16-18s-10 19-7 20 11-15 15-13-3 10 1 10 7-10 11-9-2 8 3 8 9-9 13-8 0 7 6 6 20-6 34-8"
          className="fill-none stroke-clay"
          strokeWidth={1.4}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <path d={`M${valueX} 296.500H224`} className="stroke-control" strokeWidth={0.75} />
        <text x={236} y={294} className={type.small}>
          Coder
        </text>
      </Drawing>
      <Caption>One entry of a decision log: what was suggested, what was decided, and why.</Caption>
    </figure>
  );
}

type FieldProps = { y: number; name: string; lines: string[]; isStruck?: boolean };

function Field({ y, name, lines: [code, ...words], isStruck }: FieldProps) {
  return (
    <>
      <text x={20} y={y} className={type.small}>
        {name}
      </text>
      <text
        x={valueX}
        y={y + 1}
        className={isStruck ? 'fill-muted font-serif text-[17px]' : type.name}
      >
        {code}
      </text>
      {words.map((line, index) => (
        <text
          key={line}
          x={valueX}
          y={y + 21 + index * 18}
          className={isStruck ? type.small : type.text}
        >
          {line}
        </text>
      ))}
      {isStruck && (
        <path
          d={`M${valueX - 4} ${y - 3}c18-4 34-3 52-5`}
          className="fill-none stroke-clay"
          strokeWidth={1.75}
          strokeLinecap="round"
        />
      )}
    </>
  );
}
