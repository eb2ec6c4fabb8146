import { type FormEvent, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { goTo, useAddress } from './router.ts';

export type Option = { value: string; label: string };
export type ListFilter = {
  name: string;
  label: string;
  /** Cannot be typed: a link sets it, and then it can be removed. */
  isFromLink?: true;
} & (
  | { kind: 'text' | 'day' }
  | {
      kind: 'choice';
      options: readonly Option[];
      /** The label for choosing none of them. */
      none?: string;
    }
);

/** The filters and the order of a list, kept in the address. */
export function FilterForm({
  filters,
  orders,
  all = '',
}: {
  filters: readonly ListFilter[];
  orders: readonly Option[];
  /** The link that shows all of a list which is filtered by default. */
  all?: string | undefined;
}) {
  const { pathname, searchParams, search } = useAddress();
  const [hasChanged, setChanged] = useState(false);
  const shown = filters.filter(({ name, isFromLink }) => !isFromLink || searchParams.has(name));

  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(event.currentTarget)) {
      if (typeof value === 'string' && value.trim()) query.set(name, value.trim());
    }
    if (query.get('order') === orders[0]?.value) query.delete('order');
    const text = query.toString();
    goTo(pathname + (text ? `?${text}` : all));
  }

  return (
    <form className="staff-filters" onSubmit={apply} onChange={() => setChanged(true)}>
      {shown.map((filter) => (
        <Field key={filter.name} label={filter.label}>
          {filter.kind === 'choice' ? (
            <Select
              name={filter.name}
              defaultValue={searchParams.get(filter.name) ?? ''}
              placeholder={filter.none ?? 'All'}
              options={filter.options}
            />
          ) : (
            <TextInput
              name={filter.name}
              type={filter.kind === 'day' ? 'date' : 'search'}
              defaultValue={searchParams.get(filter.name) ?? ''}
            />
          )}
        </Field>
      ))}
      {orders.length > 1 && (
        <Field label="Order">
          <Select
            name="order"
            defaultValue={searchParams.get('order') ?? orders[0]?.value}
            options={orders}
          />
        </Field>
      )}
      <div className="staff-filters-end">
        <Button type="submit" variant={hasChanged ? 'primary' : 'secondary'}>
          Filter
        </Button>
        {search !== all && (
          <a className="link" href={pathname + all}>
            Show all
          </a>
        )}
      </div>
    </form>
  );
}
