import { Button } from '#app/ui/button.tsx';
import { mostDeclined } from '#domain/applications/inbox.ts';
import type { ListedApplication } from './applications.ts';

type ChooseManyProps = {
  rows: readonly ListedApplication[];
  chosenRows: readonly ListedApplication[];
  onChoose(ids: ReadonlySet<string>): void;
  onDecline(): void;
};

/** Selects all that are shown, and declines the selected ones. */
export function ChooseMany({ rows, chosenRows, onChoose, onDecline }: ChooseManyProps) {
  const count = chosenRows.length;
  return (
    <div className="inbox-bulk">
      <Button
        variant="secondary"
        size="small"
        onClick={() =>
          onChoose(new Set(count > 0 ? [] : rows.slice(0, mostDeclined).map(({ id }) => id)))
        }
      >
        {count > 0 ? 'Choose none' : 'Choose all shown'}
      </Button>
      <Button
        variant="secondary"
        size="small"
        disabled={count === 0 || count > mostDeclined}
        onClick={onDecline}
      >
        {count > 0 ? `Decline ${count}…` : 'Decline…'}
      </Button>
    </div>
  );
}
