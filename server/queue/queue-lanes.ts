import type { TaskList } from 'graphile-worker';

/** Somebody waits for these: codes, links, and what they must hear of their account at once. */
const urgent = ['auth-message', 'auth-notice', 'auth-sms', 'newsletter-mail'];
/** Other mail: a newsletter, or a mail server that is slow with it, fills this lane and no other. */
const letters = ['job-mail', 'message-mail', 'newsletter-edition', 'newsletter-trial'];

const lanes: Record<string, number> = Object.fromEntries([
  ...urgent.map((name) => [name, 1]),
  ...letters.map((name) => [name, 2]),
]);

/** Tasks that never wait for each other. The first lane has all that is no message. */
export function splitIntoLanes(tasks: TaskList): TaskList[] {
  const split: TaskList[] = [{}, {}, {}];
  for (const [name, task] of Object.entries(tasks)) {
    const lane = split[lanes[name] ?? 0];
    if (lane) lane[name] = task;
  }
  return split.filter((lane, index) => index === 0 || Object.keys(lane).length > 0);
}
