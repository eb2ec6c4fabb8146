import { salaries, salaryTableHeads } from '#app/content/salaries.ts';
import { ByWidth, Caption, Drawing, type } from './drawing.tsx';

type Layout = { width: number; zero: number; length: number; row: number; isNarrow: boolean };
const narrow: Layout = { width: 336, zero: 6, length: 320, row: 66, isNarrow: true };
const wide: Layout = { width: 720, zero: 170, length: 528, row: 54, isNarrow: false };

/** The stated salary increases as ranges, with the same figures as a table. */
export function SalaryChart() {
  const { caption, note } = salaries();
  return (
    <>
      <figure>
        <ByWidth narrow={<Chart layout={narrow} />} wide={<Chart layout={wide} />} />
        <Caption>
          {caption} {note}
        </Caption>
      </figure>
      <details className="mt-4 text-sm">
        <summary className="min-h-6 cursor-pointer text-pine underline underline-offset-4">
          Show the figures as a table
        </summary>
        <SalaryTable />
      </details>
    </>
  );
}

function Chart({ layout: { width, zero, length, row, isNarrow } }: { layout: Layout }) {
  const { title, ranges, average, averageLabel } = salaries();
  const description = `${ranges
    .map(({ label, low, high }) => `${label}: ${low} to ${high} percent.`)
    .join(' ')} ${averageLabel}: ${average} percent.`;
  // Four steps of ten, or wider ones if needed.
  const step =
    10 * Math.max(1, Math.ceil(Math.max(average, ...ranges.map(({ high }) => high)) / 40));
  const end = 4 * step;
  const at = (value: number) => zero + (value * length) / end;
  const top = 44;
  const bottom = top + row * ranges.length;
  const barY = (index: number) => top + row * index + (isNarrow ? 40 : row / 2);
  const marks = [0, 1, 2, 3, 4].map((place) => place * step);
  const ticks = (mark: number) =>
    ranges.map((_, index) => `M${at(mark)} ${barY(index) + 11}v12`).join('');
  return (
    <Drawing width={width} height={bottom + 30} title={title} description={description}>
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
              isNarrow && mark === 0 ? 'start' : isNarrow && mark === end ? 'end' : 'middle'
            }
            className={`${type.small} tabular-nums`}
          >
            {mark}%
          </text>
        </g>
      ))}
      <path d={`M${at(0)} ${bottom}H${at(end)}`} className="stroke-ink" strokeWidth={1} />
      <path
        d={`M${at(average)} 24V${bottom}`}
        className="stroke-clay"
        strokeWidth={1.5}
        strokeDasharray="2 4"
      />
      <text x={at(average)} y={17} textAnchor="middle" className="fill-clay font-serif text-[16px]">
        {averageLabel}: {average}%
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
              {low}-{high}%
            </text>
          </g>
        );
      })}
    </Drawing>
  );
}

function SalaryTable() {
  const { title, ranges, average, averageLabel } = salaries();
  const cell = 'border-line border-b py-2 pr-6 text-left';
  return (
    <table className="mt-3 border-collapse tabular-nums wrap-anywhere">
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr>
          {salaryTableHeads.map((head) => (
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
            {averageLabel}
          </th>
          <td className={cell} colSpan={2}>
            {average}%
          </td>
        </tr>
      </tbody>
    </table>
  );
}
