import { toast } from '#app/ui/toast.ts';

/** Shown once, however many of the screen's requests have failed. */
export function tellFailure() {
  toast({
    title: 'Error',
    description: 'Failed to load candidates',
    kind: 'error',
    id: 'candidates',
  });
}
