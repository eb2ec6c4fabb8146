import { type BrowserData, openData } from '#app/data/open-data.ts';

export type Holder = { id: string; name: string; role: string; isMe: boolean; state: string };
export type Seats = {
  /** Empty for somebody who pays but recruits for no company any more. */
  company: string;
  name: string;
  isAdmin: boolean;
  total: number;
  taken: number;
  /** Of the caller's own membership; null for others. */
  bought: number | null;
  holders: Holder[];
};

/** For all companies that the person works for. The one they pay for comes first. */
export async function readSeats(): Promise<Seats[]> {
  const client = await openData();
  const { data: rows, error } = await client.rpc('own_seats');
  if (error) throw error;
  const all = await Promise.all(
    rows.map(async (row) => ({
      company: row.company_id ?? '',
      name: row.company ?? '',
      isAdmin: row.role === 'admin',
      total: row.total ?? 1,
      taken: row.taken ?? 1,
      bought: row.bought,
      holders: row.company_id ? await readHolders(client, row.company_id) : [],
    })),
  );
  return all.sort((one, other) => Number(other.bought !== null) - Number(one.bought !== null));
}

async function readHolders(client: BrowserData, company: string): Promise<Holder[]> {
  const { data, error } = await client.rpc('company_seats', { company });
  if (error) throw error;
  return data.map(({ user_id, name, role, is_me, state }) => ({
    id: user_id ?? '',
    name: name ?? '',
    role: role ?? '',
    isMe: is_me ?? false,
    state: state ?? 'none',
  }));
}
