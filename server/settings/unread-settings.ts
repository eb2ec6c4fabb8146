import { settings } from './config.ts';

/** Prefixes that only our settings have. */
const ours = /^(AUTH|BACKUP|FILES|JOBS|MAIL|METRICS|SMTP|STRIPE|TWILIO)_/;

/**
 * Names that look like misspelt settings: `SMPT_URL` sends no mail, which would only be noticed
 * when somebody waits for one.
 */
export function unreadSettings(
  environment: NodeJS.ProcessEnv = process.env,
): { name: string; meant: string | undefined }[] {
  const known = Object.keys(settings.shape);
  return Object.keys(environment).flatMap((name) => {
    if (name in settings.shape || name.length < 7 || !environment[name]?.trim()) return [];
    const meant = known.find((other) => other.length > 6 && isNear(name.toUpperCase(), other));
    return meant || ours.test(name) ? [{ name, meant }] : [];
  });
}

/** One letter inserted, deleted or replaced, or two swapped. */
function isNear(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let same = 0;
  while (same < short.length && short[same] === long[same]) same += 1;
  if (short.length < long.length) return short.slice(same) === long.slice(same + 1);
  const [a, b] = [short.slice(same), long.slice(same)];
  const isSwapped = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
  return a.slice(1) === b.slice(1) || isSwapped;
}
