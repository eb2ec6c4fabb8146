import type { Nothing, Work } from '../subject.ts';

export type RealtimeTasks = {
  'forget-realtime-messages': Nothing;
};

/** Members who join later than this get no replay of what SQL has broadcast. Presences remove their own parcels. */
export async function forgetMessages({ database }: Work) {
  await database.asService.query({
    text: `delete from realtime.messages where inserted_at < (now() at time zone 'utc') - interval '3 days'`,
  });
}
