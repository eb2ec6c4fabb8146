export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A list of values, on as many lines as it takes. */
export function listLiteral(entries: readonly string[]): string {
  const lines = [''];
  for (const entry of entries) {
    const line = lines.at(-1) ?? '';
    if (line.length + entry.length > 90) lines.push(entry);
    else lines[lines.length - 1] = line ? `${line},${entry}` : entry;
  }
  return `'{${lines.join(',\n        ')}}'::text[]`;
}

/** The characters of JavaScript's \s; PostgreSQL's \s depends on the locale. */
const spaces =
  '\\t\\n\\v\\f\\r \\u00A0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000\\uFEFF';

/**
 * Translates a JavaScript pattern for PostgreSQL. Of the differences between them, the rules use
 * only these three.
 */
export function patternLiteral(pattern: RegExp): string {
  return literal(
    pattern.source
      .replaceAll('\\/', '/')
      .replaceAll('\\S', `[^${spaces}]`)
      .replace(/\\u\{([0-9A-F]+)\}/g, (_, code: string) => `\\U${code.padStart(8, '0')}`),
  );
}
