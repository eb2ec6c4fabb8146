import { describe, expect, it } from 'vitest';
import { openWholeSite } from '#test/support/whole-site.ts';

const site = await openWholeSite();
const settings = { SITE_URL: 'https://careers.company.com' };
const one = await site.open({ settings });
const other = await site.open({ settings });
type Process = typeof one;

const pages = ['/', '/about', '/jobs', '/auth', '/nothing/here'];
const get = ({ handle }: Process, path: string) =>
  handle(new Request(settings.SITE_URL + path), '198.51.100.1');

/** What a search engine is told, in the header and in the page. */
async function told(process: Process, path: string) {
  const answer = await get(process, path);
  const meta = (await answer.text()).match(/<meta name="robots" content="(\w+)"/)?.[1];
  return { header: answer.headers.get('x-robots-tag'), meta };
}

async function write(text: string) {
  await site.asAdmin(async (client) => {
    await client.query(`begin; ${text};
      select staff.append('command', null, null, 'launch-anyway', '', '', null, null, null); commit`);
  });
}

describe('a public site that is not ready', () => {
  it('says noindex on every page, and promises no sitemap', async () => {
    for (const path of pages) {
      expect(await told(one, path)).toEqual({ header: 'noindex', meta: 'noindex' });
    }
    expect((await get(one, '/sitemap.xml')).headers.get('x-robots-tag')).toBe('noindex');
    expect(await (await get(one, '/robots.txt')).text()).not.toContain('Sitemap');
  });

  it('may be found at once, through every process, when an owner says so or no check is red, and is hidden again', async () => {
    const both = [one, other];
    const found = async (may: boolean) => {
      for (const process of both) {
        await expect
          .poll(async () => (await told(process, '/about')).header)
          .toBe(may ? null : 'noindex');
        const board = await told(process, '/jobs');
        expect(board).toEqual(may ? { header: null } : { header: 'noindex', meta: 'noindex' });
        const robots = await (await get(process, '/robots.txt')).text();
        expect(robots.includes('Sitemap')).toBe(may);
      }
    };
    await found(false);
    await write(`insert into staff.launched_anyway (reason) values ('A soft start')`);
    await found(true);
    await write('delete from staff.launched_anyway');
    await found(false);
    await write(
      `select staff.write_launch_points('[{"name": "address", "state": "good", "found": ""}]', true)`,
    );
    await found(true);
    // A night without a backup does not remove anybody's pages from search results.
    const turnsRed = (name: string) =>
      write(
        `select staff.write_launch_points('[{"name": "${name}", "state": "red", "found": ""}]', false)`,
      );
    await turnsRed('backups');
    await turnsRed('testimonials');
    await found(false);
    await write(
      `select staff.write_launch_points('[{"name": "testimonials", "state": "good", "found": ""}]', false)`,
    );
    await found(true);
  });
});

it('a late answer undoes nothing', async () => {
  const late = Promise.withResolvers<void>();
  let isSlow = false;
  let heard = 0;
  let asked = 0;
  const process = await site.open({
    settings,
    change: (own) => ({
      listen: (channel, hear, lost) =>
        own.listen(
          channel,
          (word) => {
            hear(word);
            if (channel === 'launch_changed') heard += 1;
          },
          lost,
        ),
      asService: {
        ...own.asService,
        async query(statement) {
          const isLook = statement.text.includes('may_be_found');
          const isLate = isSlow && isLook;
          if (isLook) asked += 1;
          if (isLate) isSlow = false;
          const answer = await own.asService.query<never>(statement);
          if (isLate) await late.promise;
          return answer;
        },
      },
    }),
  });
  const points = (state: 'good' | 'red') =>
    write(
      `select staff.write_launch_points('[{"name": "testimonials", "state": "${state}", "found": ""}]', false)`,
    );
  const header = async () => (await told(process, '/about')).header;
  await points('red');
  await expect.poll(header).toBe('noindex');
  const before = heard;
  isSlow = true;
  await points('good');
  await expect.poll(() => [heard > before, isSlow]).toEqual([true, false]);
  const [then, looks] = [heard, asked];
  await points('red');
  await expect.poll(() => heard).toBeGreaterThan(then);
  expect(asked).toBe(looks);
  late.resolve();
  await expect.poll(header).toBe('noindex');
});

it('a local site keeps nobody out', async () => {
  const home = await site.open();
  const answer = await home.get('/about');
  expect(answer.headers.get('x-robots-tag')).toBeNull();
  expect(await answer.text()).not.toContain('name="robots"');
});
