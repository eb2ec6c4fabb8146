export function dateAndTime(at: string): string {
  return new Date(at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
}

export function dateOf(at: string): string {
  return new Date(at).toLocaleDateString('en-US', { dateStyle: 'medium' });
}
