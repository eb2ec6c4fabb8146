/** What one entry does to a list: the new list, or why it stays as it is. */
export type AddEntry = (
  entries: readonly string[],
  typed: string,
) => { entries: string[]; problem?: string };

type Result = {
  entries: string[];
  problem?: string;
  /** What found no place, and stays in the box. */
  left: string;
};

/** Adds what was typed, comma by comma where a comma separates, up to the first that is refused. */
export function addChips(
  chips: readonly string[],
  typed: string | readonly string[],
  add: AddEntry,
  commasSeparate = true,
): Result {
  let entries = [...chips];
  const parts = [typed].flat().flatMap((text) => (commasSeparate ? text.split(',') : text));
  for (const [index, part] of parts.entries()) {
    const result = add(entries, part);
    entries = result.entries;
    if (result.problem) {
      return { entries, problem: result.problem, left: parts.slice(index).join(',').trim() };
    }
  }
  return { entries, left: '' };
}

/** A list that was written elsewhere, a line or a bullet each: the browser would make one entry of it. */
export function pastedEntries(text: string): string[] {
  return text
    .split(/[\n\r\t;•‣▪]/)
    .map((line) => line.replace(/^\s*[-–*·]\s/, '').trim())
    .filter(Boolean);
}
