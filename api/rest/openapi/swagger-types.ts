/** The JSON Schema type of an SQL type; undefined for JSON, which may be anything. */
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

/** OpenAPI names the sizes of integers; all other types keep PostgreSQL's name. */
export function swaggerFormat(format: string): string {
  return integers[format] ?? format;
}

const integers: Record<string, string> = {
  smallint: 'int32',
  integer: 'int32',
  bigint: 'int64',
};

/** The schema of a property with this type. */
export function typeOf(format: string) {
  const type = swaggerType(format);
  return {
    format: swaggerFormat(format),
    type,
    items: type === 'array' ? { type: itemType(format) } : undefined,
  };
}

/** PostgreSQL's spelling for types that usually have a length, used without one. */
export function formatOf(type: string): string {
  return type.replace(/^bpchar\b/, 'character').replace(/^"bit"/, 'bit');
}

/** A default as JSON: literals as their value, and other text expressions as they are written. */
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
