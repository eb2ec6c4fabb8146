/** How long a text may be, and under which name the sentences about it speak of it. */
export type TextRule = {
  name: string;
  /** The fewest characters; a text without it may be empty. */
  least?: number;
  /** The most characters, as `lengthOf` counts them. */
  most: number;
  /** Where the usual sentence would not say it well. */
  tooShort?: string;
};

export function tooShort({ name, least, tooShort }: TextRule): string {
  return tooShort ?? `${name} must be at least ${least} characters`;
}

export function tooLong({ name, most }: TextRule): string {
  return `${name} must be less than ${most} characters`;
}
