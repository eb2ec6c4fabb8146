import { type BrowserData, openData } from '#app/data/open-data.ts';
import { failureOf } from '#app/ui/failure.ts';
import { toastError } from '#app/ui/toast.ts';

/** By a policy of the database, whose own words name a table. */
const refused = '42501';
const mayNot =
  'You may no longer do this: a colleague has changed your role, or you have left the company.';

/** Does something, and tells what failed of it in a toast. Answers whether it worked. */
export function useTell() {
  return async (work: (client: BrowserData) => Promise<unknown>): Promise<boolean> => {
    try {
      await work(await openData());
      return true;
    } catch (error) {
      const { code, message } = failureOf(error);
      const description = code === refused ? mayNot : message;
      toastError(description);
      return false;
    }
  };
}
