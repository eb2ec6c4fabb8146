/** A day as people read it, the same in every time zone. Staff lists use the short form, as for all their dates. */
export function dayWords(day: string, style: 'long' | 'medium' = 'long'): string {
  formats[style] ??= new Intl.DateTimeFormat('en-US', { dateStyle: style, timeZone: 'UTC' });
  return formats[style].format(new Date(`${day}T00:00:00Z`));
}

/** Created on first use: each costs a slow phone some time, and a server 30 KB for as long as it runs. */
const formats: { [style in 'long' | 'medium']?: Intl.DateTimeFormat } = {};
