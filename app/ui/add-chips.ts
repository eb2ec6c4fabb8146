type Result = { chips: string[]; isLimitReached: boolean };

/** Adds what was typed, comma by comma: trimmed, never empty, never twice, never past the limit. */
export function addChips(chips: readonly string[], typed: string, limit: number): Result {
  const result = { chips: [...chips], isLimitReached: false };
  for (const entry of typed.split(',')) {
    const chip = entry.trim();
    if (!chip || result.chips.includes(chip)) continue;
    if (result.chips.length >= limit) return { ...result, isLimitReached: true };
    result.chips.push(chip);
  }
  return result;
}
