import { toast } from '#app/ui/toast.ts';

export function tellFailure() {
  toast({ title: 'Error', description: 'Failed to load candidates', kind: 'error' });
}
