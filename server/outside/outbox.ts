import type { Database } from '#database/database.ts';

export type SentItem = {
  id: number;
  channel: 'mail' | 'sms';
  recipient: string;
  subject: string;
  html: string;
  text: string;
  created_at: Date;
};

export type Outbox = ReturnType<typeof createOutbox>;

const kept = 200;

/**
 * Stands in while no mail or SMS service is set up: messages are kept here, and `/dev/outbox` shows
 * them.
 */
export function createOutbox(database: Database) {
  return {
    /** The same message again adds nothing. */
    async put(item: Omit<SentItem, 'id' | 'created_at'>, messageId?: string) {
      const { channel, recipient, subject, html, text } = item;
      await database.asService.query({
        name: 'outbox-put',
        text: `with put as (
            insert into queue.outbox (channel, recipient, subject, html, text, message_id)
            values ($1, $2, $3, $4, $5, $7) on conflict (message_id) do nothing returning id
          )
          delete from queue.outbox where id <= (select id from put) - $6`,
        values: [channel, recipient, subject, html, text, kept, messageId ?? null],
      });
    },

    /** Newest first; only those to one recipient if one is given. */
    async list(recipient?: string): Promise<SentItem[]> {
      const { rows } = await database.asService.query<SentItem>({
        name: 'outbox-list',
        text: `select id::int, channel, recipient, subject, html, text, created_at from queue.outbox
          where $1::text is null or recipient = $1 order by id desc limit $2`,
        values: [recipient ?? null, kept],
      });
      return rows;
    },
  };
}
