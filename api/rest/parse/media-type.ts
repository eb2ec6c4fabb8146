import { refuse } from '../rest-errors.ts';

export type Format = { kind: 'array' | 'object' | 'csv'; stripNulls: boolean };

const array: Format = { kind: 'array', stripNulls: false };

/** The first media type of the Accept header that can be served. */
export function readFormat(accept: string | null): Format {
  if (!accept) return array;
  const names = accept.split(',').map((part) => part.trim());
  for (const name of names) {
    const [type = '', ...options] = name.split(';').map((part) => part.trim().toLowerCase());
    const stripNulls = options.includes('nulls=stripped');
    switch (type) {
      case '*/*':
      case 'application/*':
      case 'application/json':
        return array;
      case 'application/vnd.pgrst.array':
      case 'application/vnd.pgrst.array+json':
        return { kind: 'array', stripNulls };
      case 'application/vnd.pgrst.object':
      case 'application/vnd.pgrst.object+json':
        return { kind: 'object', stripNulls };
      case 'text/csv':
      case 'text/*':
        return { kind: 'csv', stripNulls: false };
    }
  }
  refuse('PGRST107', { message: `None of these media types are available: ${names.join(', ')}` });
}

export function contentType({ kind, stripNulls }: Format): string {
  if (kind === 'csv') return 'text/csv; charset=utf-8';
  const stripped = stripNulls ? ';nulls=stripped' : '';
  if (kind === 'object') return `application/vnd.pgrst.object+json${stripped}; charset=utf-8`;
  if (stripNulls) return `application/vnd.pgrst.array+json${stripped}; charset=utf-8`;
  return 'application/json; charset=utf-8';
}
