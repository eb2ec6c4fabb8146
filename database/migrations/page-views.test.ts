import { describe, expect, it } from 'vitest';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, database } = await openTestApi();
const person = await actors.signedIn();

const statements = {
  read: 'select day, path, views from public.page_views',
  write: "insert into public.page_views (day, path, views) values (current_date, '/about', 1)",
  change: 'update public.page_views set views = views + 1',
  delete: 'delete from public.page_views',
};

describe('who may do what with the count of page views', () => {
  for (const [who, { caller }] of Object.entries({ anonymous: actors.anonymous, person })) {
    for (const [verb, text] of Object.entries(statements)) {
      it(`${who} cannot ${verb}`, async () => {
        await expect(database.askAs(caller, { text })).rejects.toMatchObject({ code: '42501' });
      });
    }
  }

  for (const verb of ['write', 'read', 'change', 'delete'] as const) {
    it(`staff may ${verb}`, async () => {
      const { rowCount } = await database.askAs(actors.staff.caller, { text: statements[verb] });
      expect(rowCount).toBe(1);
    });
  }

  it('holds nothing but a day, a page and a number', async () => {
    const { rows } = await database.asService.query<{ column_name: string }>({
      text: `select column_name from information_schema.columns
        where table_name = 'page_views' order by column_name`,
    });
    expect(rows.map((row) => row.column_name)).toEqual(['day', 'path', 'views']);
  });
});
