import type { Database } from '#database/database.ts';
import { oneAtATime } from './one-at-a-time.ts';

export type SearchHold = {
  /** Search engines are kept out: the site is public, but not ready. */
  isOn(): boolean;
  stop(): Promise<void>;
};

/** A fallback for NOTIFY, which some poolers drop. */
const askEvery = 60_000;

/**
 * Keeps search engines out of a public site until it is ready or an owner decides otherwise
 * (decision 90). Every process hears of a change at once; `changed` is called when it makes a
 * difference. A local site holds nothing back.
 */
export async function createSearchHold(
  { isReached, database }: { isReached: boolean; database: Database },
  changed: () => void,
): Promise<SearchHold> {
  if (!isReached) return { isOn: () => false, stop: async () => {} };
  let isOn = !(await mayBeFound(database));
  const look = oneAtATime(async () => {
    // If the database is away, nothing changes.
    const now = await mayBeFound(database).then(
      (may) => !may,
      () => isOn,
    );
    if (now === isOn) return;
    isOn = now;
    changed();
  });
  const timer = setInterval(look, askEvery).unref();
  const stopListening = await database.listen('launch_changed', look);
  return {
    isOn: () => isOn,
    async stop() {
      clearInterval(timer);
      await stopListening();
    },
  };
}

async function mayBeFound(database: Database): Promise<boolean> {
  const { rows } = await database.asService.query<{ may: boolean }>({
    text: 'select private.may_be_found() as may',
  });
  return rows[0]?.may ?? false;
}

/** For readers that see the page but not the header. */
export function withRobotsMeta(page: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const end = page.indexOf('</head>');
  if (end < 0 || page.includes('<meta name="robots"')) return page;
  return Buffer.concat([page.subarray(0, end), robotsMeta, page.subarray(end)]);
}

const robotsMeta = Buffer.from('<meta name="robots" content="noindex"/>');
