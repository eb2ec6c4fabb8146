import { describe, expect, it } from 'vitest';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, database } = await openTestApi();
const person = await actors.signedIn();
const strangers = { anonymous: actors.anonymous.caller, person: person.caller };

const tables = [
  'newsletter_subscribers',
  'newsletter_tokens',
  'newsletter_limits',
  'newsletter_editions',
  'newsletter_deliveries',
] as const;
const verbs = {
  reads: (table: string) => `select * from public.${table}`,
  writes: (table: string) => `insert into public.${table} default values`,
  changes: (table: string) => `update public.${table} set ${firstColumn(table)} = null`,
  deletes: (table: string) => `delete from public.${table}`,
};

describe('who may do what with the newsletter', () => {
  for (const table of tables) {
    for (const [who, caller] of Object.entries(strangers)) {
      for (const [verb, write] of Object.entries(verbs)) {
        it(`${who} never ${verb} ${table}`, async () => {
          const attempt = database.askAs(caller, { text: write(table) });
          await expect(attempt).rejects.toMatchObject({ code: '42501' });
        });
      }
    }

    it(`staff reads and deletes ${table}`, async () => {
      for (const verb of ['reads', 'deletes'] as const) {
        const { rows } = await database.askAs(actors.staff.caller, { text: verbs[verb](table) });
        expect(rows).toEqual([]);
      }
    });
  }

  for (const call of [
    `public.take_newsletter_try('x', 1, interval '1 hour')`,
    'public.clean_newsletter()',
    'public.queue_newsletter_edition(gen_random_uuid(), 1)',
  ]) {
    for (const [who, caller] of Object.entries(strangers)) {
      it(`${who} does not call ${call}`, async () => {
        const attempt = database.askAs(caller, { text: `select ${call}` });
        await expect(attempt).rejects.toMatchObject({ code: '42501' });
      });
    }
  }
});

function firstColumn(table: string): string {
  const columns: Record<string, string> = {
    newsletter_subscribers: 'id',
    newsletter_tokens: 'kind',
    newsletter_editions: 'id',
    newsletter_deliveries: 'sent_at',
  };
  return columns[table] ?? 'key';
}
