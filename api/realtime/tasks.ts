import type { Nothing, Work } from '../subject.ts';

export type RealtimeTasks = {
  'forget-realtime-messages': Nothing;
};

/** Who comes later than this hears no more of what SQL has broadcast; what processes left behind goes, too. */
export async function forgetMessages({ database }: Work) {
  await database.asService.queryAll([
    {
      text: `delete from realtime.messages where inserted_at < (now() at time zone 'utc') - interval '3 days'`,
    },
    {
      text: `delete from realtime.parcels where sent_at < clock_timestamp() - interval '1 minute'`,
    },
  ]);
}
