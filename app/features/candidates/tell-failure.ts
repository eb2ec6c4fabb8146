import { toast } from '#app/ui/toast.ts';

/** Once, however many of the screen's questions have failed. */
export function tellFailure() {
  toast({
    title: 'Error',
    description: 'Failed to load candidates',
    kind: 'error',
    id: 'candidates',
  });
}
