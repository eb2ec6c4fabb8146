import { counted, grouped } from '#domain/text/grouped.ts';

/** "3 new jobs", "1 new job", "500 or more new jobs". */
export function countedOrMore(
  { total, mayBeMore }: { total: number; mayBeMore?: boolean | undefined },
  one: string,
  many: string,
): string {
  return mayBeMore ? `${grouped(total)} or more ${many}` : counted(total, one, many);
}
