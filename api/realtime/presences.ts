import type { Database } from '#database/database.ts';

type Metas = Record<string, { metas: object[] }>;
export type Diff = { joins: Metas; leaves: Metas };

/** Who shows what in which channel. */
export type Shown = {
  member: string;
  topic: string;
  isPrivate: boolean;
  key: string;
  /** With `phx_ref`, which tells it from what was shown before. */
  meta: object;
};

type Step = {
  shown: Shown;
  isGone: boolean;
  diff: Diff;
  done: () => void;
  fail: (e: unknown) => void;
};

/**
 * What people show of themselves stands in a table, so that who joins sees all of it, whichever process they
 * are in; what changes is told to all in the same transaction. One statement takes all that came while the
 * last one ran: a crowd that leaves is one.
 */
export function createPresences(database: Database, server: () => string, goneAfter: number) {
  let waiting: Step[] = [];
  let isWriting = false;

  async function writeAll() {
    isWriting = true;
    while (waiting.length > 0) {
      const some = waiting;
      waiting = [];
      await write(some).then(
        () => {
          for (const { done } of some) done();
        },
        (error) => {
          for (const { fail } of some) fail(error);
        },
      );
    }
    isWriting = false;
  }

  async function write(steps: Step[]) {
    // Of several steps of one member the last one stays.
    const last = new Map(steps.map((step) => [step.shown.member, step]));
    const gone = [...last.values()].filter(({ isGone }) => isGone);
    const there = [...last.values()].filter(({ isGone }) => !isGone);
    await database.asService.queryAll([
      {
        name: 'presences-gone',
        text: 'delete from realtime.presences where member = any ($1)',
        values: [gone.map(({ shown }) => shown.member)],
      },
      {
        name: 'presences-there',
        text: `insert into realtime.presences (member, server, topic, private, key, meta)
          select member, $2, topic, "isPrivate", key, meta
          from jsonb_to_recordset($1) as shown(member uuid, topic text, "isPrivate" boolean, key text, meta jsonb)
          on conflict (member) do update set meta = excluded.meta`,
        values: [JSON.stringify(there.map(({ shown }) => shown)), server()],
      },
      {
        name: 'presences-told',
        text: `select realtime.tell(message)
          from unnest($1::text[]) with ordinality as said(message, n) order by n`,
        values: [
          steps.map(({ shown: { topic, isPrivate }, diff }) =>
            JSON.stringify({ kind: 'presence', topic, private: isPrivate, ...diff }),
          ),
        ],
      },
    ]);
  }

  function step(shown: Shown, isGone: boolean, diff: Diff): Promise<void> {
    return new Promise((done, fail) => {
      waiting.push({ shown, isGone, diff, done, fail });
      if (!isWriting) writeAll();
    });
  }

  return {
    /** `before` is what the same member showed until now. */
    show: (shown: Shown, before?: Shown) =>
      step(shown, false, { joins: metasOf(shown), leaves: before ? metasOf(before) : {} }),

    hide: (shown: Shown) => step(shown, true, { joins: {}, leaves: metasOf(shown) }),

    async of({ topic, isPrivate }: { topic: string; isPrivate: boolean }): Promise<Metas> {
      const { rows } = await database.asService.query<{ key: string; metas: object[] }>({
        name: 'presences-of-a-topic',
        text: `select key, jsonb_agg(meta) as metas from realtime.presences
          where topic = $1 and private = $2 group by key`,
        values: [topic, isPrivate],
      });
      return Object.fromEntries(rows.map(({ key, metas }) => [key, { metas }]));
    },

    /** Says that this process is there, also to itself, and tells of those whose process is there no more. */
    async sweep(word: string) {
      await database.asService.queryAll([
        { name: 'word-to-itself', text: `select pg_notify('realtime', $1)`, values: [word] },
        {
          name: 'server-is-there',
          text: `insert into realtime.servers (id) values ($1)
            on conflict (id) do update set seen_at = clock_timestamp()`,
          values: [server()],
        },
        {
          name: 'servers-gone',
          text: `delete from realtime.servers
            where seen_at < clock_timestamp() - make_interval(secs => $1)`,
          values: [goneAfter / 1_000],
        },
        {
          name: 'presences-of-servers-gone',
          text: leaveOf('server not in (select id from realtime.servers)'),
        },
        {
          name: 'parcels-read',
          text: `delete from realtime.parcels where sent_at < clock_timestamp() - interval '1 minute'`,
        },
      ]);
    },

    /** The process ends: so does all that its people show. */
    async end() {
      const values = [server()];
      await database.asService.queryAll([
        { text: 'delete from realtime.servers where id = $1', values },
        { text: leaveOf('server = $1'), values },
      ]);
    },
  };
}

function metasOf({ key, meta }: Shown): Metas {
  return { [key]: { metas: [meta] } };
}

function leaveOf(which: string) {
  return `with gone as (delete from realtime.presences where ${which} returning *)
    select realtime.tell(jsonb_build_object('kind', 'presence', 'topic', topic, 'private', private,
      'joins', '{}'::jsonb, 'leaves',
      jsonb_build_object(key, jsonb_build_object('metas', jsonb_build_array(meta))))::text) from gone`;
}
