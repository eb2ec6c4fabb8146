import { ArrowDown, ArrowUp, ChevronDown } from 'lucide-react';
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { FieldError } from '#app/ui/field.tsx';
import { emptyWords } from '#domain/site/check-words.ts';
import type { WordField, WordFields, WordValues } from '#domain/site/word-kinds.ts';
import { nameOfItem } from './word-differences.ts';

/**
 * Changes are functions of the previous value: a memoized field that was not rendered again knows only its own part.
 */
export type Change<Value> = (before: Value) => Value;

type ListField = Extract<WordField, { type: 'list' }>;
type WordListProps = {
  field: ListField;
  items: WordValues[];
  path: string;
  problems: ReadonlyMap<string, string>;
  onChange(change: Change<WordValues[]>): void;
  /** Renders the fields of one item. */
  renderItem(
    values: WordValues,
    path: string,
    onChange: (change: Change<WordValues>) => void,
  ): ReactNode;
};

/** Several items of the same kind: added, removed, moved and opened one at a time. */
export function WordList({ field, items, path, problems, onChange, renderItem }: WordListProps) {
  const { label, hint, itemName, least, most, fields } = field;
  const place = useRef<HTMLFieldSetElement>(null);
  /** The item to open and focus once it is rendered; -1 is the button that adds. */
  const [wanted, setWanted] = useState<number>();
  const thing = itemName.toLowerCase();

  // Synchronises focus with what was added, moved or removed.
  useEffect(() => {
    if (wanted === undefined) return;
    const part = wanted < 0 ? '.words-add' : `[data-item="${wanted}"] > summary`;
    const item = place.current?.querySelector(`:scope > ul > li > [data-item="${wanted}"]`);
    if (item instanceof HTMLDetailsElement) item.open = true;
    place.current
      ?.querySelector<HTMLElement>(`:scope > ${part}, :scope > ul > li > ${part}`)
      ?.focus();
    setWanted(undefined);
  }, [wanted]);

  function change(next: Change<WordValues[]>, focus: number) {
    onChange(next);
    setWanted(focus);
  }
  function move(from: number, to: number) {
    change((all) => all.toSpliced(from, 1).toSpliced(to, 0, ...all.slice(from, from + 1)), to);
  }

  return (
    <fieldset className="words-group" ref={place}>
      <legend>{label}</legend>
      {hint && <p className="field-hint">{hint}</p>}
      {problems.has(path) && <FieldError>{problems.get(path)}</FieldError>}
      <ul className="words-items">
        {items.map((item, index) => {
          const here = `${path}.${index}`;
          const name = nameOfItem(field, item, index);
          const hasProblem = [...problems.keys()].some((each) => each.startsWith(`${here}.`));
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: items are identified only by their position.
            <li key={index}>
              <Item
                place={index}
                isOpenFirst={name === `${itemName} ${index + 1}`}
                isHeldOpen={hasProblem}
              >
                <summary>
                  <ChevronDown aria-hidden="true" />
                  <span>
                    {name}
                    {marksOf(fields, item).map((mark) => (
                      <Fragment key={mark}>
                        {' '}
                        <Badge tone="warm">{mark}</Badge>
                      </Fragment>
                    ))}
                  </span>
                </summary>
                <div className="words-item">
                  {renderItem(item, here, (next) =>
                    onChange((all) =>
                      all.map((each, place) => (place === index ? next(each) : each)),
                    ),
                  )}
                  <div className="staff-acts">
                    <Button
                      variant="quiet"
                      size="small"
                      disabled={index === 0}
                      onClick={() => move(index, index - 1)}
                    >
                      <ArrowUp aria-hidden="true" /> Up<span className="sr-only">: {name}</span>
                    </Button>
                    <Button
                      variant="quiet"
                      size="small"
                      disabled={index === items.length - 1}
                      onClick={() => move(index, index + 1)}
                    >
                      <ArrowDown aria-hidden="true" /> Down
                      <span className="sr-only">: {name}</span>
                    </Button>
                    <Button
                      variant="quiet"
                      size="small"
                      disabled={items.length <= least}
                      onClick={() => change((all) => all.toSpliced(index, 1), -1)}
                    >
                      Remove<span className="sr-only">: {name}</span>
                    </Button>
                  </div>
                </div>
              </Item>
            </li>
          );
        })}
      </ul>
      {items.length < most && (
        <Button
          className="words-add"
          variant="secondary"
          size="small"
          onClick={() => change((all) => [...all, emptyWords(fields)], items.length)}
        >
          Add another {thing}
        </Button>
      )}
    </fieldset>
  );
}

/** Ticked checkboxes, such as that it is a sample, shown without opening the item. */
const marksOf = (fields: WordFields, item: WordValues) =>
  Object.entries(fields).flatMap(([name, { type, label }]) =>
    type === 'check' && item[name] === true ? [label] : [],
  );

type ItemProps = { place: number; isOpenFirst: boolean; isHeldOpen: boolean; children: ReactNode };

/** Stays open or closed as somebody left it, whatever they type in it. */
function Item({ place, isOpenFirst, isHeldOpen, children }: ItemProps) {
  const [isOpen, setOpen] = useState(isOpenFirst);
  return (
    <details
      data-item={place}
      open={isOpen || isHeldOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      {children}
    </details>
  );
}
