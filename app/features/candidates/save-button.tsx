import { Bookmark } from 'lucide-react';
import { Button } from '#app/ui/button.tsx';

type SaveButtonProps = { headline: string; isSaved: boolean; onSave(): void };

export function SaveButton({ headline, isSaved, onSave }: SaveButtonProps) {
  const words = isSaved ? 'Saved' : 'Save';
  return (
    <Button
      variant="quiet"
      size="small"
      aria-label={`${words} ${headline}`}
      aria-pressed={isSaved}
      onClick={onSave}
    >
      <Bookmark aria-hidden="true" fill={isSaved ? 'currentColor' : 'none'} />
      {words}
    </Button>
  );
}
