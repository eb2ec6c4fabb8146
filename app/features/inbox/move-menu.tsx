import { DropdownMenu } from '#app/ui/dropdown-menu.tsx';
import { type BoardState, boardOrder, boardStates } from '#domain/applications/inbox.ts';

type MoveMenuProps = { name: string; state: string; onMove(state: BoardState): void };

/** The simple way to move an application, with any device. */
export function MoveMenu({ name, state, onMove }: MoveMenuProps) {
  return (
    <DropdownMenu
      label={
        <>
          Move to…<span className="sr-only"> ({name})</span>
        </>
      }
      items={boardOrder
        .filter((each) => each !== state)
        .map((each) => ({ label: boardStates[each], onSelect: () => onMove(each) }))}
    />
  );
}
