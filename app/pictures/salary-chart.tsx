import { salaries } from '#app/content/salaries.ts';
import { ByWidth, Caption, Drawing, type } from './drawing.tsx';

const { ranges, average, axis } = salaries;
const description = `${ranges
  .map(({ label, low, high }) => `${label}: ${low} to ${high} percent.`)
  .join(' ')} ${salaries.averageLabel}: ${average} percent.`;

type Layout = { width: number; zero: number; percent: number; row: number; isNarrow: boolean };

const narrow: Layout = { width: 336, zero: 6, percent: 8, row: 66, isNarrow: true };
const wide: Layout = { width: 720, zero: 170, percent: 13.2, row: 54, isNarrow: false };

/** Stated salary increases as ranges, with the same figures as a table. */
export function SalaryChart() {
  return (
    <figure>
      <ByWidth narrow={<Chart layout={narrow} />} wide={<Chart layout={wide} />} />
      <Caption>
        {salaries.caption} {salaries.note}
      </Caption>
      <details className="mt-4 text-sm">
        <summary className="min-h-6 cursor-pointer text-pine underline underline-offset-4">
          Show the figures as a table
        </summary>
        <SalaryTable />
      </details>
    </figure>
  );
}

function Chart({ layout: { width, zero, percent, row, isNarrow } }: { layout: Layout }) {
  const at = (value: number) => zero + value * percent;
  const top = 44;
  const bottom = top + row * ranges.length;
  const barY = (index: number) => top + row * index + (isNarrow ? 40 : row / 2);
  const marks = [0, 10, 20, 30, 40];
  const ticks = (mark: number) =>
    ranges.map((_, index) => `M${at(mark)} ${barY(index) + 11}v12`).join('');
  return (
    <Drawing width={width} height={bottom + 30} title={salaries.title} description={description}>
      {marks.map((mark) => (
        <g key={mark}>
          <path
            d={isNarrow ? ticks(mark) : `M${at(mark)} ${top - 6}V${bottom}`}
            className="stroke-line"
            strokeWidth={1}
          />
          <text
            x={at(mark)}
            y={bottom + 20}
            textAnchor={
              isNarrow && mark === axis.from
                ? 'start'
                : isNarrow && mark === axis.to
                  ? 'end'
                  : 'middle'
            }
            className={`${type.small} tabular-nums`}
          >
            {mark}%
          </text>
        </g>
      ))}
      <path d={`M${at(0)} ${bottom}H${at(40)}`} className="stroke-ink" strokeWidth={1} />
      <path
        d={`M${at(average)} 24V${bottom}`}
        className="stroke-clay"
        strokeWidth={1.5}
        strokeDasharray="2 4"
      />
      <text x={at(average)} y={17} textAnchor="middle" className="fill-clay font-serif text-[16px]">
        {salaries.averageLabel}: {average}%
      </text>
      {ranges.map(({ label, low, high }, index) => {
        const y = barY(index);
        return (
          <g key={label}>
            <text x={isNarrow ? zero : 0} y={isNarrow ? y - 18 : y + 5} className={type.name}>
              {label}
            </text>
            <path
              d={`M${at(low)} ${y}H${at(high)}M${at(low)} ${y - 7}v14M${at(high)} ${y - 7}v14`}
              className="fill-none stroke-pine"
              strokeWidth={2.5}
            />
            <text x={at(low) - 10} y={y + 5} textAnchor="end" className={type.figure}>
              {low}–{high}%
            </text>
          </g>
        );
      })}
    </Drawing>
  );
}

function SalaryTable() {
  const cell = 'border-line border-b py-2 pr-6 text-left';
  return (
    <table className="mt-3 border-collapse tabular-nums">
      <caption className="sr-only">{salaries.title}</caption>
      <thead>
        <tr>
          {salaries.tableHeads.map((head) => (
            <th key={head} scope="col" className={`${cell} font-medium`}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {ranges.map(({ label, low, high }) => (
          <tr key={label}>
            <th scope="row" className={`${cell} font-normal`}>
              {label}
            </th>
            <td className={cell}>{low}%</td>
            <td className={cell}>{high}%</td>
          </tr>
        ))}
        <tr>
          <th scope="row" className={`${cell} font-normal`}>
            {salaries.averageLabel}
          </th>
          <td className={cell} colSpan={2}>
            {average}%
          </td>
        </tr>
      </tbody>
    </table>
  );
}
