/**
 * How many requests were answered, how many of them took longer than a second or were turned away, and how many failed
 * through a fault of ours.
 */
export type Answered = { answers: number; slow: number; failed: number };
/** Ten minutes of it. */
export type Slot = Answered & { from: string };
/** The route's pattern, and `last_slow`, the last slot with a slow answer. */
export type AnsweringPlace = Answered & {
  route: string;
  milliseconds: number;
  last_slow: string | null;
};
/** The last day: slots oldest first, and the routes that were slow or failed, worst first. */
export type Speed = { slots: Slot[]; places: AnsweringPlace[] };

const hour = 3_600_000;

/** One answer in twenty, like the alert SiteSlow; fewer than three say nothing. */
const isSlow = ({ answers, slow }: Answered) => slow >= 3 && slow * 20 > answers;

export function addUp(slots: readonly Answered[]): Answered {
  const sum = { answers: 0, slow: 0, failed: 0 };
  for (const { answers, slow, failed } of slots) {
    sum.answers += answers;
    sum.slow += slow;
    sum.failed += failed;
  }
  return sum;
}

/** The slots that began within the last hour. */
export const lastHour = (slots: readonly Slot[], now: number) =>
  slots.filter(({ from }) => Date.parse(from) > now - hour);

/** Since when the site is slow, if it is slow now. A better half hour in between does not count as the end. */
export function slowSince(slots: readonly Slot[], now: number): string | undefined {
  if (!isSlow(addUp(lastHour(slots, now)))) return undefined;
  let since: string | undefined;
  for (const { from, answers, slow } of [...slots].reverse()) {
    if (since && Date.parse(since) - Date.parse(from) > hour / 2) break;
    if (slow * 20 > answers) since = from;
  }
  return since;
}

/** The hours of the last day with their totals, including hours without requests. */
export function hoursOf(slots: readonly Slot[], now: number): Slot[] {
  const first = Math.floor(now / hour) - 23;
  return Array.from({ length: 24 }, (_, place) => {
    const begin = (first + place) * hour;
    const within = slots.filter(({ from }) => Math.floor(Date.parse(from) / hour) * hour === begin);
    return { from: new Date(begin).toISOString(), ...addUp(within) };
  });
}

const rooms: readonly (readonly [start: string, words: string])[] = [
  ['/auth/v1/', 'Accounts'],
  ['/rest/v1/', 'Data'],
  ['/functions/v1/', 'What people do'],
  ['/storage/v1/', 'Files of people'],
];

/** A route's pattern in words for people who did not build the site. */
export function placeWords(route: string): string {
  if (route === '(file)') return 'Scripts, styles and pictures of the site';
  if (route === 'none') return 'Turned away at the door';
  if (route === '/*') return 'Pages that do not exist';
  if (route === '/') return 'Page: home';
  const room = rooms.find(([start]) => route.startsWith(start));
  if (!room) return route.startsWith('/') ? `Page: ${route}` : 'Others';
  const [start, words] = room;
  const rest = route.slice(start.length).replace(/^rpc\//, '');
  return rest === '*' ? words : `${words}: ${rest}`;
}
