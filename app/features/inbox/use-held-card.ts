import { type KeyboardEvent, useState } from 'react';
import { type BoardState, boardOrder, boardStates } from '#domain/applications/inbox.ts';
import type { ListedApplication } from './applications.ts';

type Held = { row: ListedApplication; over: BoardState };

/** Where a key moves a held card, from the column with this index. */
const steps: Readonly<Record<string, (from: number) => number>> = {
  ArrowRight: (from) => Math.min(from + 1, boardOrder.length - 1),
  ArrowLeft: (from) => Math.max(from - 1, 0),
  Home: () => 0,
  End: () => boardOrder.length - 1,
};

/** On a narrow screen the next column is out of sight. */
const bringIntoView = (element: Element | undefined) =>
  element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

/** The card being moved across the board, by mouse or keyboard, and the column it is over. */
export function useHeldCard(
  onMove: (row: ListedApplication, state: BoardState) => void,
  say: (words: string) => void,
) {
  const [held, hold] = useState<Held>();
  const [moved, setMoved] = useState<string>();
  const release = () => hold(undefined);

  function drop(row: ListedApplication, state: BoardState) {
    release();
    onMove(row, state);
  }

  function press(row: ListedApplication) {
    if (held?.row.id === row.id) {
      setMoved(row.id);
      return drop(row, held.over);
    }
    const state = row.state as BoardState;
    hold({ row, over: state });
    say(
      `${row.name} held, in ${boardStates[state]}. Left and right choose a column, Space puts it there, Escape leaves it.`,
    );
  }

  function step({ row, over }: Held, to: (from: number) => number, grip: Element) {
    const place = to(boardOrder.indexOf(over));
    const next = boardOrder[place] ?? over;
    hold({ row, over: next });
    say(`Over ${boardStates[next]}.`);
    bringIntoView(grip.closest('.inbox-board')?.children[place]);
  }

  function letGo(row: ListedApplication, grip: Element) {
    release();
    bringIntoView(grip);
    say(`${row.name} stays in ${boardStates[row.state as BoardState]}.`);
  }

  /** What a key does on the handle of a card; other keys keep their meaning. */
  function actOf(key: string, row: ListedApplication, grip: Element): (() => void) | undefined {
    if (key === ' ' || key === 'Enter') return () => press(row);
    if (held?.row.id !== row.id) return undefined;
    if (key === 'Escape') return () => letGo(row, grip);
    const to = steps[key];
    return to && (() => step(held, to, grip));
  }

  function onKey(event: KeyboardEvent<Element>, row: ListedApplication) {
    const act = actOf(event.key, row, event.currentTarget);
    if (!act) return;
    act();
    event.preventDefault();
  }

  return {
    held,
    hold,
    release,
    drop,
    /** By the menu of the card. A mouse or a finger goes on where it is, and is not led to another column. */
    choose(row: ListedApplication, state: BoardState) {
      if (document.activeElement?.matches(':focus-visible')) setMoved(row.id);
      onMove(row, state);
    },
    /** A card that was moved by key: in its new column it is another element, which takes the focus along. */
    moved,
    onKey,
    onBlur(row: ListedApplication) {
      if (held?.row.id === row.id) release();
      setMoved(undefined);
    },
  };
}
