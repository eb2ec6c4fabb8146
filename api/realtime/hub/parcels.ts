import type { Database } from '#database/database.ts';

/**
 * Messages arrive in full, or as the id of a parcel if they are too long for NOTIFY. A parcel is fetched, and later
 * messages wait for it.
 */
export function createParcels(
  database: Database,
  take: (message: string) => void,
  fail: (error: unknown) => void,
) {
  let last: Promise<void> | undefined;

  async function fetch(id: string): Promise<string> {
    const { rows } = await database.asService.query<{ message: string }>({
      name: 'parcel',
      text: 'select message from realtime.parcels where id = $1',
      values: [id],
    });
    const [row] = rows;
    if (!row) throw new Error('A message was gone before it was read.');
    return row.message;
  }

  return {
    receive(message: string) {
      const isWhole = message.startsWith('{');
      if (!last && isWhole) {
        try {
          take(message);
        } catch (error) {
          fail(error);
        }
        return;
      }
      const mine = (last ?? Promise.resolve())
        .then(async () => take(isWhole ? message : await fetch(message)))
        .catch(fail)
        .finally(() => {
          if (last === mine) last = undefined;
        });
      last = mine;
    },
  };
}
