import { organizations } from '#app/content/organizations.ts';
import { ByWidth, Caption, Drawing, type } from './drawing.tsx';

const steps = organizations.assessment.steps;
const title = 'An assessment takes 2-4 weeks';
const description = `Four steps in order: ${steps.map((step) => step.title).join(', ')}. At the shortest they end after two weeks, at the longest after four.`;

type Layout = { width: number; zero: number; week: number; isNarrow: boolean };

const narrow: Layout = { width: 336, zero: 4, week: 82, isNarrow: true };
const wide: Layout = { width: 720, zero: 4, week: 178, isNarrow: false };

/** The same four steps on a short and a long line. */
export function AssessmentTimeline() {
  return (
    <figure>
      <ByWidth narrow={<Timeline layout={narrow} />} wide={<Timeline layout={wide} />} />
      <Caption>
        The same four steps at the shortest and at the longest. Where each falls within your weeks
        is agreed at the start.
      </Caption>
    </figure>
  );
}

function Timeline({ layout: { width, zero, week, isNarrow } }: { layout: Layout }) {
  const short = 66;
  const long = 142;
  const axisY = 26;
  const at = (index: number, weeks: number) => zero + (week * weeks * (index + 0.5)) / steps.length;
  const height = isNarrow ? long + 34 + steps.length * 26 : long + 66;
  return (
    <Drawing width={width} height={height} title={title} description={description}>
      {[0, 1, 2, 3, 4].map((mark) => (
        <g key={mark}>
          <path
            d={`M${zero + mark * week} ${axisY}V${long + 16}`}
            className="stroke-line"
            strokeWidth={0.75}
          />
          <text
            x={zero + mark * week}
            y={14}
            textAnchor={mark === 0 ? 'start' : mark === 4 ? 'end' : 'middle'}
            className={`${type.small} tabular-nums`}
          >
            {mark === 0 ? '0 weeks' : mark}
          </text>
        </g>
      ))}
      <path d={`M${zero} ${axisY}H${zero + 4 * week}`} className="stroke-ink" strokeWidth={1} />
      {steps.map((step, index) => (
        <path
          key={step.title}
          d={`M${at(index, 2)} ${short}L${at(index, 4)} ${long}`}
          className="stroke-control"
          strokeWidth={0.75}
        />
      ))}
      {[
        { weeks: 2, y: short, stroke: 'stroke-clay', fill: 'fill-clay' },
        { weeks: 4, y: long, stroke: 'stroke-pine', fill: 'fill-pine' },
      ].map(({ weeks, y, stroke, fill }) => (
        <g key={weeks}>
          <path
            d={`M${zero} ${y}H${zero + week * weeks}M${zero} ${y - 7}v14M${zero + week * weeks} ${y - 7}v14`}
            className={stroke}
            strokeWidth={2.5}
          />
          {steps.map((step, index) => (
            <g key={step.title}>
              <circle
                cx={at(index, weeks)}
                cy={y}
                r={9.5}
                className={`fill-paper ${stroke}`}
                strokeWidth={1.5}
              />
              <text
                x={at(index, weeks)}
                y={y + 4.5}
                textAnchor="middle"
                className={`${fill} font-sans text-[12.5px] font-medium`}
              >
                {index + 1}
              </text>
            </g>
          ))}
        </g>
      ))}
      <text x={zero + 2 * week + 12} y={short + 5} className={type.small}>
        {isNarrow ? 'shortest' : 'at the shortest'}
      </text>
      {steps.map((step, index) => (
        <text
          key={step.title}
          x={isNarrow ? zero : at(index, 4)}
          y={isNarrow ? long + 48 + index * 26 : long + 42}
          textAnchor={isNarrow ? 'start' : 'middle'}
          className={type.text}
        >
          {isNarrow && <tspan className="fill-pine font-medium">{index + 1}</tspan>}
          <tspan x={isNarrow ? zero + 24 : undefined}>{step.title}</tspan>
        </text>
      ))}
    </Drawing>
  );
}
