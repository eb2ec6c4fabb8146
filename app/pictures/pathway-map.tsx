import { certifications } from '#app/content/certifications.ts';
import { ByWidth, Caption, Drawing, type } from './drawing.tsx';

const title = 'Five certification tiers by length';
const description = `${certifications
  .map(
    ({ name, credential, duration, popular }) =>
      `${name}, ${credential}: ${duration.replace(' · ', ' over ')}${popular ? ', most popular' : ''}.`,
  )
  .join(' ')} Micro-certification credits count toward each of them.`;

const marks = [0, 4, 8, 12, 16] as const;

type Layout = { width: number; zero: number; week: number; row: number; isNarrow: boolean };

const narrow: Layout = { width: 336, zero: 30, week: 17.6, row: 84, isNarrow: true };
const wide: Layout = { width: 720, zero: 44, week: 41.5, row: 72, isNarrow: false };

/** A line map: every tier branches off the trunk and ends where its weeks end. */
export function PathwayMap() {
  return (
    <figure>
      <ByWidth narrow={<LineMap layout={narrow} />} wide={<LineMap layout={wide} />} />
      <Caption>
        A solid line runs to the shortest length in weeks, an open line to the longest. You may
        enter at the tier that fits your work.
      </Caption>
    </figure>
  );
}

function LineMap({ layout }: { layout: Layout }) {
  const { width, zero, week, row, isNarrow } = layout;
  const top = 34;
  const trunk = 10;
  const lineY = (index: number) => top + row * index + (isNarrow ? 56 : 46);
  const bottom = lineY(certifications.length - 1) + 20;
  const feeder = bottom + 34;
  return (
    <Drawing width={width} height={feeder + 26} title={title} description={description}>
      {marks.map((mark) => (
        <g key={mark}>
          <path
            d={certifications
              .map((_, index) => `M${zero + mark * week} ${lineY(index) + 7}v${isNarrow ? 24 : 28}`)
              .join('')}
            className="stroke-line"
            strokeWidth={1}
          />
          <text
            x={zero + mark * week}
            y={14}
            textAnchor={mark === 0 ? 'start' : mark === 16 ? 'end' : 'middle'}
            className={`${type.small} tabular-nums`}
          >
            {mark === 0 ? '0 weeks' : mark}
          </text>
        </g>
      ))}
      <path
        d={`M${zero} 24H${zero + 16 * week}${marks.map((mark) => `M${zero + mark * week} 24v5`).join('')}`}
        className="stroke-ink"
        strokeWidth={1}
      />
      <path
        d={`M${trunk} ${lineY(0) + 12}V${feeder - 12}`}
        className="fill-none stroke-pine"
        strokeWidth={2.5}
      />
      <path
        d={`M${trunk} ${feeder - 12}q0 12 12 12H${zero + week * 16}`}
        className="fill-none stroke-pine"
        strokeWidth={2.5}
        strokeDasharray="0.1 6"
        strokeLinecap="round"
      />
      <text x={zero} y={feeder + 21} className={type.small}>
        {isNarrow
          ? 'Micro-certification credits join any line'
          : 'Micro-certifications, courses of 1-3 hours: their credits join any line'}
      </text>
      {certifications.map((tier, index) => {
        const y = lineY(index);
        const stroke = tier.popular ? 'stroke-clay' : 'stroke-pine';
        const shortest = zero + tier.weeks.min * week;
        const longest = zero + tier.weeks.max * week;
        return (
          <g key={tier.credential}>
            <path
              d={`M${trunk} ${y + 12}q0 -12 12 -12H${shortest}`}
              className={`fill-none ${stroke}`}
              strokeWidth={2.5}
            />
            <path
              d={`M${shortest} ${y - 3}H${longest}M${shortest} ${y + 3}H${longest}`}
              className={`fill-none ${stroke}`}
              strokeWidth={1}
            />
            <circle
              cx={shortest}
              cy={y}
              r={4.5}
              className={`fill-paper ${stroke}`}
              strokeWidth={2}
            />
            <circle
              cx={longest}
              cy={y}
              r={7}
              className={`fill-paper ${stroke}`}
              strokeWidth={2.5}
            />
            <TierLabel tier={tier} layout={layout} y={y} />
          </g>
        );
      })}
    </Drawing>
  );
}

type TierLabelProps = { tier: (typeof certifications)[number]; layout: Layout; y: number };

function TierLabel({ tier, layout: { zero, week, isNarrow }, y }: TierLabelProps) {
  const hours = `${tier.hours} hours · ${tier.weeks.min}-${tier.weeks.max} weeks`;
  return isNarrow ? (
    <text x={zero} y={y - 30} className={type.name}>
      {tier.name}
      <tspan x={zero} dy={18} className={type.small}>
        <tspan className={tier.popular ? 'fill-clay' : 'fill-muted'}>{tier.credential}</tspan>
        {` · ${hours}`}
      </tspan>
    </text>
  ) : (
    <>
      <text x={zero} y={y - 13} className={type.name}>
        {tier.name}
        <tspan dx={12} className={tier.popular ? type.accentSmall : type.small}>
          {tier.credential}
        </tspan>
      </text>
      <text x={zero + week * 16} y={y - 13} textAnchor="end" className={type.figure}>
        {hours}
      </text>
    </>
  );
}
