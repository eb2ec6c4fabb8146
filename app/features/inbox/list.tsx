import { Link as RouterLink } from 'react-router';
import { Badge } from '#app/ui/badge.tsx';
import { timeAgo } from '#app/ui/when.ts';
import { nameState } from '#domain/applications/inbox.ts';
import { ApplicationMarks } from './application-marks.tsx';
import type { ListedApplication } from './applications.ts';
import { MoveMenu } from './move-menu.tsx';

type ListProps = {
  rows: ListedApplication[];
  showsJob: boolean;
  isViewer: boolean;
  chosen: ReadonlySet<string>;
  addressOf(id: string): string;
  onChoose(id: string, isChosen: boolean): void;
  onMove(row: ListedApplication, state: string): void;
};

/** Every application, newest first, to be opened, selected or moved. */
export function ApplicationsList({
  rows,
  showsJob,
  isViewer,
  chosen,
  addressOf,
  onChoose,
  onMove,
}: ListProps) {
  return (
    <ul className="inbox-list" aria-label="Applications, newest first">
      {rows.map((row) => (
        <li key={row.id} aria-label={row.name}>
          {!isViewer && (
            <input
              type="checkbox"
              className="tick"
              aria-label={`Choose ${row.name}`}
              checked={chosen.has(row.id)}
              onChange={(event) => onChoose(row.id, event.target.checked)}
            />
          )}
          <div className="inbox-words">
            <h2>
              <RouterLink className="link" to={addressOf(row.id)} preventScrollReset>
                <bdi>{row.name}</bdi>
              </RouterLink>
            </h2>
            <p className="inbox-small">
              {showsJob && (
                <>
                  <bdi>{row.job_title}</bdi>
                  {'\u00a0· '}
                </>
              )}
              {row.place && (
                <>
                  <bdi>{row.place}</bdi>
                  {'\u00a0· '}
                </>
              )}
              <span className="inline-block">applied {timeAgo(row.applied_at)}</span>
              {!row.looked_at && '\u00a0· not opened yet'}
            </p>
            <ApplicationMarks row={row} />
          </div>
          <div className="inbox-acts">
            <Badge tone={row.state === 'new' ? 'accent' : 'plain'}>{nameState(row.state)}</Badge>
            {!isViewer && isOpenToMove(row) && (
              <MoveMenu name={row.name} state={row.state} onMove={(state) => onMove(row, state)} />
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

export const isOpenToMove = ({ state, leaves_at }: { state: string; leaves_at: string | null }) =>
  state !== 'withdrawn' && !leaves_at;
