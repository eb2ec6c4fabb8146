import { GripVertical } from 'lucide-react';
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
import { useHeldCard } from './use-held-card.ts';

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

/**
 * A column for each state. Cards are dragged, or picked up with Space and moved with the arrow keys; the menu on each
 * card does the same.
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
  const { held, hold, release, drop, choose, moved, onKey, onBlur } = useHeldCard(onMove, say);
  const mayMove = (row: ListedApplication) => !isViewer && isOpenToMove(row);

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
                onDragEnd={release}
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
                      // biome-ignore lint/a11y/noAutofocus: they moved this card, and its old button is gone.
                      autoFocus={moved === row.id}
                      onBlur={() => onBlur(row)}
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
                    onMove={(wanted) => choose(row, wanted)}
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

/** A filtered list is not counted beyond what is shown. */
function countOf({ rows, hasMore }: Page, all: number | undefined): string {
  return all === undefined ? `${rows.length}${hasMore ? '+' : ''}` : describeCount(all);
}
