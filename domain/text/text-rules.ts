/** How long a text may be, and what the messages about it call it. */
export type TextRule = {
  name: string;
  /** The minimum; without it, the text may be empty. */
  least?: number;
  /** The maximum, as `lengthOf` counts. */
  most: number;
  /** Replaces the usual message where that would not fit. */
  tooShort?: string;
};

export function tooShort({ name, least, tooShort }: TextRule): string {
  return tooShort ?? `${name} must be at least ${least} characters`;
}

export function tooLong({ name, most }: TextRule): string {
  return `${name} must be less than ${most} characters`;
}
