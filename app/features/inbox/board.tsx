import { GripVertical } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { timeAgo } from '#app/ui/when.ts';
import { type BoardState, boardOrder, boardStates } from '#domain/applications/inbox.ts';
import { ApplicationMarks } from './application-marks.tsx';
import {
  type Columns,
  type Counts,
  describeCount,
  type ListedApplication,
  type Page,
} from './applications.ts';
import { isOpenToMove } from './list.tsx';
import { MoveMenu } from './move-menu.tsx';

type BoardProps = {
  columns: Columns;
  counts: Counts | undefined;
  showsJob: boolean;
  isViewer: boolean;
  addressOf(id: string): string;
  listOf(state: BoardState): string;
  onMove(row: ListedApplication, state: string): void;
  say(words: string): void;
};

type Held = { row: ListedApplication; over: BoardState };

/**
 * A column for each state. Cards are dragged, or held with Space and taken along with the arrow keys; the menu
 * of each card does the same.
 */
export default function Board({
  columns,
  counts,
  showsJob,
  isViewer,
  addressOf,
  listOf,
  onMove,
  say,
}: BoardProps) {
  const [held, hold] = useState<Held>();
  const mayMove = (row: ListedApplication) => !isViewer && isOpenToMove(row);

  function drop(row: ListedApplication, state: BoardState) {
    hold(undefined);
    onMove(row, state);
  }

  function onKey(event: KeyboardEvent, row: ListedApplication) {
    const isHeld = held?.row.id === row.id;
    const [at, last] = [boardOrder.indexOf(held?.over ?? 'new'), boardOrder.length - 1];
    const go = (nth: number) => {
      const over = boardOrder[Math.max(0, Math.min(last, nth))] ?? 'new';
      hold({ row, over });
      say(`Over ${boardStates[over]}.`);
    };
    if (event.key === ' ' || event.key === 'Enter') {
      if (isHeld) drop(row, held.over);
      else {
        hold({ row, over: row.state as BoardState });
        say(
          `${row.name} held, in ${boardStates[row.state as BoardState]}. Left and right choose a column, Space puts it there, Escape leaves it.`,
        );
      }
    } else if (!isHeld) return;
    else if (event.key === 'ArrowRight') go(at + 1);
    else if (event.key === 'ArrowLeft') go(at - 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(last);
    else if (event.key === 'Escape') {
      hold(undefined);
      say(`${row.name} stays in ${boardStates[row.state as BoardState]}.`);
    } else return;
    event.preventDefault();
  }

  return (
    <div className="inbox-board">
      {boardOrder.map((state) => (
        <section
          key={state}
          aria-label={boardStates[state]}
          data-over={held?.over === state || undefined}
          onDragOver={(event) => {
            if (!held) return;
            event.preventDefault();
            if (held.over !== state) hold({ ...held, over: state });
          }}
          onDrop={(event) => {
            event.preventDefault();
            if (held) drop(held.row, state);
          }}
        >
          <h2>
            {boardStates[state]}{' '}
            <span>{countOf(columns[state], counts && (counts[state] ?? 0))}</span>
          </h2>
          <ul>
            {columns[state].rows.map((row) => (
              <li
                key={row.id}
                aria-label={row.name}
                data-held={held?.row.id === row.id || undefined}
                draggable={mayMove(row)}
                onDragStart={(event) => {
                  event.dataTransfer.effectAllowed = 'move';
                  event.dataTransfer.setData('text/plain', row.name);
                  hold({ row, over: state });
                }}
                onDragEnd={() => hold(undefined)}
              >
                <div className="inbox-card-head">
                  <RouterLink className="link" to={addressOf(row.id)} preventScrollReset>
                    <bdi>{row.name}</bdi>
                  </RouterLink>
                  {mayMove(row) && (
                    <button
                      type="button"
                      className="icon-button inbox-grip"
                      aria-pressed={held?.row.id === row.id}
                      aria-label={`Hold ${row.name} to move`}
                      onKeyDown={(event) => onKey(event, row)}
                      onBlur={() => held?.row.id === row.id && hold(undefined)}
                    >
                      <GripVertical aria-hidden="true" />
                    </button>
                  )}
                </div>
                <p className="inbox-small">
                  {showsJob && (
                    <>
                      <bdi>{row.job_title}</bdi>
                      {'\u00a0· '}
                    </>
                  )}
                  <span className="whitespace-nowrap">{timeAgo(row.applied_at)}</span>
                </p>
                <ApplicationMarks row={row} />
                {mayMove(row) && (
                  <MoveMenu
                    name={row.name}
                    state={row.state}
                    onMove={(wanted) => onMove(row, wanted)}
                  />
                )}
              </li>
            ))}
          </ul>
          {columns[state].rows.length === 0 && <p className="inbox-small">Nobody</p>}
          {columns[state].hasMore && (
            <RouterLink className="link inbox-small" to={listOf(state)}>
              All in the list
            </RouterLink>
          )}
        </section>
      ))}
    </div>
  );
}

/** Of a list that is narrowed nobody has counted more than what is shown. */
function countOf({ rows, hasMore }: Page, all: number | undefined): string {
  return all === undefined ? `${rows.length}${hasMore ? '+' : ''}` : describeCount(all);
}
