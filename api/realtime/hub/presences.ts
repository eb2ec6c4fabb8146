import type { Database } from '#database/database.ts';
import { onBehalfOf } from '#database/on-behalf-of.ts';
import type { Self } from './self.ts';

type Metas = Record<string, { metas: object[] }>;
export type Diff = { joins: Metas; leaves: Metas };

/** What a member shows in a channel. */
export type Shown = {
  member: string;
  topic: string;
  isPrivate: boolean;
  key: string;
  /** With `phx_ref`, which tells it from what was shown before. */
  meta: object;
};

type Place = { topic: string; isPrivate: boolean };
type Asking = { place: Place; tell: (metas: Metas) => void; fail: (e: unknown) => void };

type Step = {
  shown: Shown;
  isGone: boolean;
  diff: Diff;
  done: () => void;
  fail: (e: unknown) => void;
};

export type Presences = ReturnType<typeof createPresences>;

/**
 * Presences are stored in a table, so that new members see all of them, whichever process they are in; changes are
 * sent to everybody in the same transaction. Steps that arrive during a statement share the next one, so that a crowd
 * leaving at once takes a single statement. The same goes for queries: a page may have a hundred channels.
 */
export function createPresences(database: Database, self: Self, goneAfter: number) {
  let waiting: Step[] = [];
  let isWriting = false;
  let asking: Asking[] = [];
  let isReading = false;
  /** Members who left while the database was unreachable: retried with this process's next heartbeat. */
  const untold = new Map<string, Shown>();

  async function writeAll() {
    isWriting = true;
    while (waiting.length > 0) {
      const some = waiting;
      waiting = [];
      await write(some).then(
        () => {
          for (const { shown, done } of some) {
            // An earlier removal of the member may have failed while this step was waiting.
            untold.delete(shown.member);
            done();
          }
        },
        (error) => {
          for (const { shown, isGone, fail } of some) {
            if (isGone) untold.set(shown.member, shown);
            fail(error);
          }
        },
      );
    }
    isWriting = false;
  }

  async function write(steps: Step[]) {
    // Of several steps by one member, the last one counts.
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
        values: [JSON.stringify(there.map(({ shown }) => shown)), self.id],
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

  async function readAll() {
    isReading = true;
    while (asking.length > 0) {
      const some = asking;
      asking = [];
      await read(some).catch((error) => {
        for (const { fail } of some) fail(error);
      });
    }
    isReading = false;
  }

  async function read(some: Asking[]) {
    const { rows } = await database.asService.query<{ n: number; key: string; metas: object[] }>({
      name: 'presences-of-topics',
      text: `select asked.n::int as n, p.key, jsonb_agg(p.meta) as metas
        from unnest($1::text[], $2::boolean[]) with ordinality as asked(topic, private, n)
        join realtime.presences as p on p.topic = asked.topic and p.private = asked.private
        group by asked.n, p.key`,
      values: [some.map(({ place }) => place.topic), some.map(({ place }) => place.isPrivate)],
    });
    const byPlace = Map.groupBy(rows, ({ n }) => n);
    for (const [at, { tell }] of some.entries()) {
      const shown = byPlace.get(at + 1) ?? [];
      tell(Object.fromEntries(shown.map(({ key, metas }) => [key, { metas }])));
    }
  }

  function step(shown: Shown, isGone: boolean, diff: Diff): Promise<void> {
    untold.delete(shown.member);
    return new Promise((done, fail) => {
      waiting.push({ shown, isGone, diff, done, fail });
      // Shared by everybody, so it must not count against the database share of whoever came first.
      if (!isWriting) onBehalfOf(undefined, writeAll);
    });
  }

  const hide = (shown: Shown) => step(shown, true, { joins: {}, leaves: metasOf(shown) });

  return {
    hide,

    /** `before` is what the member showed until now. */
    show: (shown: Shown, before?: Shown) =>
      step(shown, false, { joins: metasOf(shown), leaves: before ? metasOf(before) : {} }),

    of: (place: Place) =>
      new Promise<Metas>((tell, fail) => {
        asking.push({ place, tell, fail });
        if (!isReading) onBehalfOf(undefined, readAll);
      }),

    /**
     * Sends this process's heartbeat, which it also receives itself, and removes the presences of processes that are
     * gone.
     */
    async sweep(word: string) {
      await database.asService.queryAll([
        { name: 'word-to-itself', text: `select pg_notify('realtime', $1)`, values: [word] },
        {
          name: 'server-is-there',
          text: `insert into realtime.servers (id) values ($1)
            on conflict (id) do update set seen_at = clock_timestamp()`,
          values: [self.id],
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
          text: `delete from realtime.parcels where sent_at < clock_timestamp() - interval '10 minutes'`,
        },
      ]);
      for (const shown of [...untold.values()]) hide(shown).catch(() => {}); // retried with the next heartbeat
    },

    /** The process is stopping: removes everything that its members show. */
    async end() {
      const values = [self.id];
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
