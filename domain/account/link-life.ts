/** How long a link in an email works: "one hour", "10 minutes". */
export function lifeInWords(seconds: number): string {
  if (seconds % 3_600 === 0) return counted(seconds / 3_600, 'hour');
  return counted(Math.floor(seconds / 60), 'minute');
}

function counted(count: number, unit: string): string {
  return count === 1 ? `one ${unit}` : `${count} ${unit}s`;
}
