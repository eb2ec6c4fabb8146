import { type BrowserData, openData } from '#app/data/open-data.ts';
import { failureOf } from '#app/ui/failure.ts';
import { toast } from '#app/ui/toast.ts';

/** Does something, and tells what failed of it in a toast. Answers whether it worked. */
export function useTell() {
  return async (work: (client: BrowserData) => Promise<unknown>): Promise<boolean> => {
    try {
      await work(await openData());
      return true;
    } catch (error) {
      toast({ title: 'Error', description: failureOf(error).message, kind: 'error' });
      return false;
    }
  };
}
