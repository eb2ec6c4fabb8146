import { type BrowserData, openData } from '#app/data/open-data.ts';
import { failureOf } from '#app/ui/failure.ts';
import { toastError } from '#app/ui/toast.ts';

/** Refused by a database policy, whose own message names a table. */
const refused = '42501';
const mayNot =
  'You may no longer do this: a colleague has changed your role, or you have left the company.';

/** Runs something and shows a toast if it fails. Resolves to whether it succeeded. */
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
