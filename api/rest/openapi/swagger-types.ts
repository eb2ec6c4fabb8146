/** A type of SQL in the words of JSON Schema; nothing for JSON, which may be anything. */
export function swaggerType(format: string): string | undefined {
  if (format === 'json' || format === 'jsonb') return undefined;
  if (format.endsWith('[]')) return 'array';
  return plainTypes[format] ?? 'string';
}

const plainTypes: Record<string, string> = {
  boolean: 'boolean',
  smallint: 'integer',
  integer: 'integer',
  bigint: 'integer',
  numeric: 'number',
  real: 'number',
  'double precision': 'number',
};

export function itemType(format: string): string | undefined {
  return swaggerType(format.slice(0, -2));
}

/** What a property of this type is. */
export function typeOf(format: string) {
  const type = swaggerType(format);
  return { format, type, items: type === 'array' ? { type: itemType(format) } : undefined };
}

/** PostgreSQL's own spelling, where no length is meant, of types that have one otherwise. */
export function formatOf(type: string): string {
  return type.replace(/^bpchar\b/, 'character').replace(/^"bit"/, 'bit');
}

/** A default that can be said in JSON: text as it is, and expressions of text as they are written. */
export function defaultOf(format: string, expression: string | null): unknown {
  if (expression === null) return undefined;
  if (swaggerType(format) === 'string') {
    const suffix = `::${format}`;
    return expression.endsWith(suffix)
      ? expression.slice(0, -suffix.length).replace(/^'+|'+$/g, '')
      : expression;
  }
  try {
    return JSON.parse(expression);
  } catch {
    return undefined;
  }
}
