/** Adds one entry to a list: the new list, or why it is unchanged. */
export type AddEntry = (
  entries: readonly string[],
  typed: string,
) => { entries: string[]; problem?: string };

type Result = {
  entries: string[];
  problem?: string;
  /** The text that could not be added, and stays in the box. */
  left: string;
};

/** Adds what was typed, split at commas where they separate entries, up to the first refused entry. */
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

/** A list written elsewhere, with one entry per line or bullet: the browser would paste it as a single entry. */
export function pastedEntries(text: string): string[] {
  return text
    .split(/[\n\r\t;•‣▪]/)
    .map((line) => line.replace(/^\s*[-–*·]\s/, '').trim())
    .filter(Boolean);
}
