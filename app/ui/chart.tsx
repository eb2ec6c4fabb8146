import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

type Bar = { label: ReactNode; from?: number; to: number; value: ReactNode; isKey?: boolean };

type ChartProps = {
  caption: ReactNode;
  /** Headings of the two text columns, for screen readers. */
  headers: [string, string];
  bars: Bar[];
  max: number;
  min?: number;
  ticks?: { at: number; label: string }[];
  source?: ReactNode;
};

/**
 * Bars, or ranges if `from` is given. It is a table whose middle column is drawn, so text stays text: it wraps on a
 * phone, prints, and is read in order.
 */
export function Chart({ caption, headers, bars, max, min = 0, ticks = [], source }: ChartProps) {
  const share = (value: number) => `${(((value - min) / (max - min)) * 100).toFixed(2)}%`;
  return (
    <figure className="chart">
      <table>
        <caption>{caption}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{headers[0]}</th>
            <th scope="col">{headers[1]}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ label, from = min, to, value, isKey }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: bars are static.
            <tr key={index} className={classNames(isKey && 'is-key')}>
              <th scope="row">{label}</th>
              <td className="chart-value">
                {value}
                <svg className="chart-track" aria-hidden="true">
                  <Ticks at={ticks.map((tick) => share(tick.at))} />
                  <rect
                    className="chart-bar"
                    x={share(from)}
                    y="5"
                    width={share(to - from + min)}
                    height="12"
                    rx="1"
                  />
                </svg>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {ticks.length > 0 && (
        <svg className="chart-axis" aria-hidden="true">
          {ticks.map(({ at, label }) => (
            <text key={label} x={share(at)} y="14" textAnchor={anchor(at, min, max)}>
              {label}
            </text>
          ))}
        </svg>
      )}
      {source && <figcaption>{source}</figcaption>}
    </figure>
  );
}

function Ticks({ at }: { at: string[] }) {
  return at.map((x) => <line key={x} className="chart-tick" x1={x} x2={x} y1="0" y2="100%" />);
}

function anchor(at: number, min: number, max: number) {
  if (at === min) return 'start';
  return at === max ? 'end' : 'middle';
}
