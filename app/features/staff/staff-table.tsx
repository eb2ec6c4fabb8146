import type { ReactNode } from 'react';

export type ListColumn<Row> = {
  header: string;
  cell(row: Row): ReactNode;
  isNumber?: boolean;
};

type StaffTableProps<Row> = {
  caption: string;
  /** The first column names the row. */
  columns: readonly ListColumn<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string | number;
  /** Rows can be selected. */
  choice?: {
    nameOf(row: Row): string;
    chosen: ReadonlySet<string | number>;
    toggle(keys: readonly (string | number)[], isChosen: boolean): void;
  };
};

/** A table; on a phone each row is a block, with the headings before its cells. */
export function StaffTable<Row>({ caption, columns, rows, keyOf, choice }: StaffTableProps<Row>) {
  return (
    <table className="table staff-table">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {choice && (
            <th scope="col" className="staff-choose">
              <span className="sr-only">Choose</span>
            </th>
          )}
          {columns.map(({ header, isNumber }) => (
            <th key={header} scope="col" className={isNumber ? 'is-number' : undefined}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {choice && (
              <td data-head="Choose" className="staff-choose">
                <input
                  type="checkbox"
                  className="tick"
                  aria-label={`Choose ${choice.nameOf(row)}`}
                  checked={choice.chosen.has(keyOf(row))}
                  onChange={({ target }) => choice.toggle([keyOf(row)], target.checked)}
                />
              </td>
            )}
            {columns.map(({ header, cell, isNumber }, place) => {
              const Cell = place === 0 ? 'th' : 'td';
              return (
                <Cell
                  key={header}
                  scope={place === 0 ? 'row' : undefined}
                  data-head={header}
                  className={isNumber ? 'is-number' : undefined}
                >
                  {cell(row)}
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
