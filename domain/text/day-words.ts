/** A day as people read it; it is the same everywhere. Staff's lists have it short, as all their days. */
export function dayWords(day: string, style: 'long' | 'medium' = 'long'): string {
  formats[style] ??= new Intl.DateTimeFormat('en-US', { dateStyle: style, timeZone: 'UTC' });
  return formats[style].format(new Date(`${day}T00:00:00Z`));
}

/** Made once, when one is wanted: each costs a slow phone some time, and a server 30 KB for long. */
const formats: { [style in 'long' | 'medium']?: Intl.DateTimeFormat } = {};
