import { useId, useRef, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/choice.tsx';
import { Field } from '#app/ui/field.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { boardOrder, boardStates, type InboxFilters } from '#domain/inbox.ts';

type FilterFormProps = {
  filters: InboxFilters;
  /** The board shows every state. */
  hasState: boolean;
  onChange(filters: InboxFilters): void;
};

/** What the inbox is narrowed to; it stands in the address. */
export function FilterForm({ filters, hasState, onChange }: FilterFormProps) {
  const moreId = useId();
  const pause = useRef<number>(undefined);
  const { q, place, verified, needs, starred, spam, question, answer } = filters;
  const count = [place, verified, needs, starred, spam, question].filter(Boolean).length;
  const [isOpen, setOpen] = useState(count > 0);
  const choose = (changed: Partial<InboxFilters>) => onChange({ ...filters, ...changed });
  const type = (changed: Partial<InboxFilters>) => {
    clearTimeout(pause.current);
    pause.current = window.setTimeout(() => choose(changed), 300);
  };
  return (
    <search>
      <form className="inbox-filters" onSubmit={(event) => event.preventDefault()}>
        <div className="inbox-filters-main">
          <Field label="Search" hint="Name, email, place or posting">
            <TextInput
              type="search"
              defaultValue={q}
              maxLength={100}
              onChange={(event) => type({ q: event.target.value })}
            />
          </Field>
          {hasState && (
            <Field label="State">
              <Select
                value={filters.state}
                options={[
                  { value: '', label: 'All' },
                  { value: 'open', label: 'Not decided yet' },
                  ...boardOrder.map((value) => ({ value, label: boardStates[value] })),
                  { value: 'withdrawn', label: 'Withdrawn' },
                ]}
                onChange={(event) => choose({ state: event.target.value as InboxFilters['state'] })}
              />
            </Field>
          )}
          <Button
            variant="secondary"
            size="small"
            aria-expanded={isOpen}
            aria-controls={moreId}
            onClick={() => setOpen(!isOpen)}
          >
            {count > 0 ? `More filters (${count})` : 'More filters'}
          </Button>
        </div>
        <div className="inbox-filters-more" id={moreId} hidden={!isOpen}>
          <Field label="Place">
            <TextInput
              defaultValue={place}
              maxLength={100}
              onChange={(event) => type({ place: event.target.value })}
            />
          </Field>
          <Field label="Requirements">
            <Select
              value={needs}
              options={[
                { value: '', label: 'Everybody' },
                { value: 'yes', label: 'Meets all requirements' },
                { value: 'no', label: 'Misses a requirement' },
              ]}
              onChange={(event) => choose({ needs: event.target.value as InboxFilters['needs'] })}
            />
          </Field>
          <Field label="Answer to a question" hint="The question as you asked it">
            <TextInput
              defaultValue={question}
              maxLength={200}
              onChange={(event) => type({ question: event.target.value })}
            />
          </Field>
          <Field label="The answer" hint="As it was given, such as Yes">
            <TextInput
              defaultValue={answer}
              maxLength={1000}
              onChange={(event) => type({ answer: event.target.value })}
            />
          </Field>
          <div className="inbox-ticks">
            <Checkbox
              label="Credential verified"
              checked={verified === 'yes'}
              onChange={(event) => choose({ verified: event.target.checked ? 'yes' : '' })}
            />
            <Checkbox
              label="Starred by the team"
              checked={starred === 'yes'}
              onChange={(event) => choose({ starred: event.target.checked ? 'yes' : '' })}
            />
            <Checkbox
              label="Marked as spam"
              checked={spam === 'yes'}
              onChange={(event) => choose({ spam: event.target.checked ? 'yes' : '' })}
            />
          </div>
        </div>
      </form>
    </search>
  );
}
