import { useId } from 'react';
import { dayWords } from '#domain/text/day-words.ts';
import { grouped } from '#domain/text/grouped.ts';
import { writeMoney } from '#domain/text/money.ts';

type DayChartProps = {
  title: string;
  /** As `2026-01-31`, oldest first. */
  days: string[];
  values: (number | null)[];
  /** A total, where others count what was added. */
  isLevel: boolean;
  isMoney: boolean;
  /** The matching list. */
  link?: string | undefined;
};

const height = 64;
const step = 10;

/** A bar per day. The table below has the same figures as text. */
export function DayChart({ title, days, values, isLevel, isMoney, link }: DayChartProps) {
  const id = useId();
  const known = values.filter((value) => value !== null);
  const most = Math.max(1, ...known);
  const write = (value: number) => (isMoney ? writeMoney(value, 'USD') : grouped(value));
  const whole = isLevel
    ? known.length > 0 && write(known.at(-1) ?? 0)
    : write(known.reduce((sum, value) => sum + value, 0));
  return (
    <figure className="day-chart" aria-labelledby={id}>
      <figcaption id={id}>
        <span>{link ? <a href={link}>{title}</a> : title}</span>
        <b>{known.length > 0 ? whole : 'Not known'}</b>
        <span className="staff-quiet">
          {isLevel ? 'Now' : `In ${days.length} days`}
          {known.length > 0 && !isLevel && `, ${write(known.at(-1) ?? 0)} today`}
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${days.length * step} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {values.map((value, place) => {
          const size = value === null ? 0 : Math.max((value / most) * height, value > 0 ? 2 : 1);
          return (
            <rect
              key={days[place]}
              className={value ? 'day-chart-bar' : 'day-chart-none'}
              x={place * step + 1}
              y={height - size}
              width={step - 2}
              height={size}
            />
          );
        })}
      </svg>
      <details>
        <summary>
          As a table<span className="sr-only">: {title}</span>
        </summary>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col" className="is-number">
                {title}
              </th>
            </tr>
          </thead>
          <tbody>
            {days
              .map((day, place) => ({ day, value: values[place] ?? null }))
              .reverse()
              .map(({ day, value }) => (
                <tr key={day}>
                  <th scope="row">{dayWords(day, 'medium')}</th>
                  <td className="is-number">{value === null ? 'not known' : write(value)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
