import { Bookmark } from 'lucide-react';
import { Button } from '#app/ui/button.tsx';

type SaveButtonProps = { headline: string; isSaved: boolean; onSave(): void };

export function SaveButton({ headline, isSaved, onSave }: SaveButtonProps) {
  return (
    <Button variant="quiet" size="small" aria-pressed={isSaved} onClick={onSave}>
      <Bookmark aria-hidden="true" fill={isSaved ? 'currentColor' : 'none'} />
      {isSaved ? 'Saved' : 'Save'}
      <span className="sr-only"> {headline}</span>
    </Button>
  );
}
