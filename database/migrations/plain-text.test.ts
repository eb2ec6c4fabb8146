import { describe, expect, it } from 'vitest';
import { createCandidates } from '#test/support/candidates.ts';
import { jobRow } from '#test/support/jobs.ts';
import { signedInPerson } from '#test/support/people.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, database, call, bugs } = await openTestApi();
const { candidate, send } = createCandidates(actors);
const odd = 'De\u0001ni\u000Bals\uFFFE \uD800Ana\u001Flyst\uFFFF';
const plain = 'Denials Analyst';

describe('what XML forbids', () => {
  it('is removed on entry to the table API, unpaired surrogates too', async () => {
    const person = await actors.signedIn();
    const { data, error } = await person.client
      .from('jobs')
      .insert(jobRow(person.id, { title: odd }) as never)
      .select('title')
      .single();
    expect([data?.title, error]).toEqual([plain, null]);
  });

  it('is removed from lists, messages, notes and names', async () => {
    const member = await actors.member();
    const person = await candidate({ skills: [odd, 'Audit\u0002'], headline: odd });
    const { data } = await person.client.from('candidate_profiles').select('skills, headline');
    expect(data).toEqual([{ skills: [plain, 'Audit'], headline: plain }]);
    const { conversationId } = await send(member, person, `Hello, may we talk?\n${odd}`);
    const messages = await person.client
      .from('messages')
      .select('body')
      .eq('conversation_id', conversationId);
    expect(messages.data).toEqual([{ body: `Hello, may we talk?\n${plain}` }]);
    const { browser } = await signedInPerson(call);
    const named = { full_name: 'Ada\u0001', more: [{ 'k\u0002': 'v\uFFFE\u0003' }] };
    await browser.auth.updateUser({ data: named });
    const { data: known } = await browser.auth.getUser();
    expect(known.user?.user_metadata).toMatchObject({ full_name: 'Ada', more: [{ k: 'v' }] });
  });

  it('is removed in SQL when it arrives another way, and nothing else is touched', async () => {
    const person = await actors.signedIn();
    const row = jobRow(person.id, {
      title: odd.toWellFormed().replace('\uFFFD', ''),
      description: `\\u0001 stays, as letters do.\tTabs\nand lines, 😀 and "quotes", {braces}. ${'x'.repeat(50)}`,
      salary_from: 58_000.5,
      salary_currency: 'USD',
      salary_period: 'year',
    });
    const { rows } = await database.asService.query({
      text: `insert into public.jobs (${Object.keys(row).join(', ')})
        values (${Object.keys(row)
          .map((_, place) => `$${place + 1}`)
          .join(', ')})
        returning title, description, salary_from::float, is_active, requirements`,
      values: Object.values(row),
    });
    expect(rows).toEqual([
      {
        title: plain,
        description: row.description,
        salary_from: 58_000.5,
        is_active: true,
        requirements: null,
      },
    ]);
    const { rows: people } = await database.asService.query({
      text: `update auth.users set raw_user_meta_data = $2 where id = $1
        returning raw_user_meta_data as data, email_confirmed_at is not null as confirmed`,
      values: [person.id, { full_name: 'Ada\u0001', list: ['\u001F', 1, null, true], none: {} }],
    });
    expect(people).toEqual([
      { data: { full_name: 'Ada', list: ['', 1, null, true], none: {} }, confirmed: true },
    ]);
  });

  it('is checked in every table into which people write', async () => {
    const { rows } = await database.asService.query<{ table: string }>({
      text: `select distinct c.oid::regclass::text as table
        from pg_class as c join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0
        where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
          and a.atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype)
          and (has_column_privilege('authenticated', c.oid, a.attnum, 'insert')
            or has_column_privilege('authenticated', c.oid, a.attnum, 'update'))
          and not exists (select from pg_trigger as t
            where t.tgrelid = c.oid and t.tgname = 'before_1_plain_text')`,
    });
    expect(rows).toEqual([]);
  });

  it('comes first, before other numbered triggers', async () => {
    const { rows } = await database.asService.query<{ table: string; names: string[] }>({
      text: `select tgrelid::regclass::text as table, array_agg(tgname::text order by tgname) as names
        from pg_trigger where not tgisinternal
          and tgtype & 3 = 3 and tgtype & 20 <> 0 -- for a row, before it is inserted or updated
        group by tgrelid having count(*) > 1`,
    });
    expect(rows.length).toBeGreaterThan(5);
    for (const { table, names } of rows) {
      // Waiting for one's turn changes nothing in the row.
      const [first] = names.filter((name) => name !== 'before_0_take_turn');
      expect(first, table).toBe('before_1_plain_text');
      for (const name of names) expect(name, table).toMatch(/^before_\d_/);
    }
  });
});

it('has met no bug on the way', () => expect(bugs).toEqual([]));
