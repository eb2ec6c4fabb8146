const levels: Record<number, string> = {
  20: 'debug',
  30: '',
  40: 'warning',
  50: 'error',
  60: 'fatal',
};

/** A JSON log line for people: the time of day, what happened, then the rest. */
export function forTerminal(line: string): string {
  const { level, time, msg, event, err, method, route, status, ms, ...rest } = JSON.parse(line);
  const said = [
    new Date(time).toTimeString().slice(0, 8),
    levels[level],
    method && `${method} ${route} ${status} ${ms} ms`,
    event,
    !method && route,
    msg,
    ...Object.entries(rest)
      .filter(([name]) => !(method && ['request', 'bytes'].includes(name)))
      .map(
        ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
      ),
  ];
  return `${said.filter(Boolean).join(' ')}\n${err?.stack ? `${err.stack}\n` : ''}`;
}
