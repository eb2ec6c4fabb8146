import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Checkbox } from '#app/ui/choice.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { grouped } from '#domain/text/grouped.ts';
import { ExportButton } from './export-button.tsx';
import { FilterForm, type ListFilter, type Option } from './filter-form.tsx';
import { goOnIn, noteLeft, useAddress } from './router.ts';
import { type ListColumn, StaffTable } from './staff-table.tsx';
import { useStaffPages } from './use-staff-pages.ts';

type StaffListProps<Row> = {
  /** The server's name for the list. */
  name: string;
  caption: string;
  /** The first column names the row. */
  columns: readonly ListColumn<Row>[];
  filters: readonly ListFilter[];
  /** The first is the default. */
  orders?: readonly Option[];
  keyOf(row: Row): string | number;
  /** A new value reloads the list after something was done to it. */
  version?: number;
  /** For owners, if the list can be downloaded. */
  canExport?: boolean;
  /** Rows can be selected, and something done to all that are. */
  bulk?: Bulk<Row>;
  empty: ReactNode;
  /** The default filters, the link that shows everything instead, and what to say if nothing matches them. */
  usual?: { search: string; all: string; empty: ReactNode };
};

type Bulk<Row> = {
  /** The row's name for screen readers. */
  nameOf(row: Row): string;
  /** Above the rows, with the selected ones. `onDone`: something was done to them. */
  acts(chosen: readonly Row[], onDone: () => void): ReactNode;
};

/** A staff list: filters and order are in the address, and further pages are added below. */
export function StaffList<Row extends object>(props: StaffListProps<Row>) {
  const {
    name,
    caption,
    columns,
    filters,
    orders = [],
    keyOf,
    version = 0,
    canExport,
    bulk,
    empty,
    usual,
  } = props;
  const [chosen, setChosen] = useState<ReadonlySet<string | number>>(new Set());
  const [done, setDone] = useState(0);
  const { searchParams, search } = useAddress();
  const given = Object.fromEntries(
    filters.flatMap((filter) => {
      const value = searchParams.get(filter.name);
      return value ? [[filter.name, value]] : [];
    }),
  );
  const order = orders.find(({ value }) => value === searchParams.get('order'))?.value;
  const question = { filters: given, ...(order && { order }) };
  const { list, more } = useStaffPages<Row>({
    name,
    question,
    key: search,
    version: version + done,
  });
  const { state } = list;
  const rows = state.data?.rows ?? [];
  const count = rows.length;
  const place = useRef<HTMLElement>(null);

  // Synchronises the address in the history with what it shows, and focus with where somebody left who is back.
  useEffect(() => {
    if (count === 0) return;
    noteLeft({ rows: count });
    goOnIn(place.current);
  }, [count]);

  const toggle = (keys: readonly (string | number)[], isChosen: boolean) =>
    setChosen((before) => {
      const after = new Set(before);
      for (const key of keys) {
        if (isChosen) after.add(key);
        else after.delete(key);
      }
      return after;
    });

  return (
    <section
      ref={place}
      className="staff-list"
      aria-label={caption}
      aria-busy={state.kind === 'waiting'}
    >
      <FilterForm key={search} filters={filters} orders={orders} all={usual?.all} />
      {state.kind === 'waiting' && <Skeleton lines={6} />}
      {state.failure && (
        <LoadFailure
          title="The list could not be loaded"
          failure={state.failure}
          again={list.again}
        />
      )}
      {state.data?.rows.length === 0 &&
        (search === usual?.search ? (
          <EmptyState title={usual.empty} />
        ) : Object.keys(given).length > 0 && search !== usual?.all ? (
          <EmptyState title="Nothing fits these filters">Remove one of them.</EmptyState>
        ) : (
          <EmptyState title={empty} />
        ))}
      {bulk && state.data && (
        <div className="staff-bulk">
          {rows.length > 0 && (
            <Checkbox
              label="Choose all that are shown"
              checked={rows.every((row) => chosen.has(keyOf(row)))}
              onChange={({ target }) => toggle(rows.map(keyOf), target.checked)}
            />
          )}
          {bulk.acts(
            rows.filter((row) => chosen.has(keyOf(row))),
            () => {
              setChosen(new Set());
              setDone((before) => before + 1);
            },
          )}
        </div>
      )}
      {rows.length > 0 && (
        <StaffTable
          caption={caption}
          columns={columns}
          rows={rows}
          keyOf={keyOf}
          {...(bulk && { choice: { nameOf: bulk.nameOf, chosen, toggle } })}
        />
      )}
      <div className="staff-list-foot">
        {state.data && (
          <p role="status">
            {grouped(state.data.rows.length)} shown
            {state.data.next ? ', and there are more' : ', which is all'}
          </p>
        )}
        {state.data && <ShowMore hasMore={Boolean(state.data.next)} more={more} />}
        {canExport && state.data && <ExportButton name={name} question={question} />}
      </div>
    </section>
  );
}
