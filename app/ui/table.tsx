import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

type Column<Row> = {
  header: ReactNode;
  cell(row: Row): ReactNode;
  isNumber?: boolean;
};

type TableProps<Row> = {
  caption: string;
  /** The first column names the row. */
  columns: Column<Row>[];
  rows: readonly Row[];
};

/** Ruled like print. On a narrow screen it scrolls inside its frame, also by keyboard. */
export function Table<Row>({ caption, columns, rows }: TableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
    <section className="table-frame" tabIndex={0} aria-label={caption}>
      <table className="table">
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ header, isNumber }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their places.
              <th key={index} scope="col" className={classNames(isNumber && 'is-number')}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are static.
            <tr key={at}>
              {columns.map(({ cell, isNumber }, index) => {
                const Cell = index === 0 ? 'th' : 'td';
                return (
                  <Cell
                    // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their places.
                    key={index}
                    scope={index === 0 ? 'row' : undefined}
                    className={classNames(isNumber && 'is-number')}
                  >
                    {cell(row)}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
