/** "3 new jobs", "1 new job", "500 or more new jobs". */
export function counted(
  { total, mayBeMore }: { total: number; mayBeMore?: boolean | undefined },
  one: string,
  many: string,
): string {
  if (mayBeMore) return `${total} or more ${many}`;
  return total === 1 ? `1 ${one}` : `${total} ${many}`;
}
