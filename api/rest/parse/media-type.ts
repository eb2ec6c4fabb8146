import { refuse } from '../rest-errors.ts';

export type Format = {
  kind: 'array' | 'object' | 'csv';
  stripNulls: boolean;
  /** For requests that want PostgreSQL's query plan instead of the result. */
  plan?: { format: 'text' | 'json'; options: string[] };
};

const array: Format = { kind: 'array', stripNulls: false };

const planOptions = ['analyze', 'verbose', 'settings', 'buffers', 'wal'];

/** `application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|buffers` */
function readPlanFormat(type: string, parameters: string[]): Format {
  const [, format = 'text'] = /^application\/vnd\.pgrst\.plan(?:\+(text|json))?$/.exec(type) ?? [];
  const [wanted = ''] = valuesOf(parameters, 'for');
  const [list = ''] = valuesOf(parameters, 'options');
  const of = readFormat(wanted.replaceAll('"', '') || null);
  const options = planOptions.filter((option) => list.split('|').includes(option));
  return { ...of, plan: { format: format === 'json' ? 'json' : 'text', options } };
}

function valuesOf(parameters: string[], name: string): string[] {
  return parameters
    .filter((parameter) => parameter.startsWith(`${name}=`))
    .map((parameter) => parameter.slice(name.length + 1));
}

/** The most preferred first; between equals, the more specific one. */
function byPreference(names: string[]): string[] {
  if (names.length < 2) return names;
  const wish = (name: string) => Number(/;\s*q=([\d.]+)/i.exec(name)?.[1] ?? 1);
  const detail = (name: string) => name.split(';').length - name.split('*').length;
  return names.toSorted((one, other) => wish(other) - wish(one) || detail(other) - detail(one));
}

/** The most preferred media type of the Accept header that can be served. */
export function readFormat(accept: string | null): Format {
  if (!accept) return array;
  const names = accept.split(',').map((part) => part.trim());
  for (const name of byPreference(names)) {
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
      case 'application/vnd.pgrst.plan':
      case 'application/vnd.pgrst.plan+text':
      case 'application/vnd.pgrst.plan+json':
        return readPlanFormat(type, options);
    }
  }
  refuseMediaTypes(names);
}

export function refuseMediaTypes(names: string[]): never {
  refuse('PGRST107', { message: `None of these media types are available: ${names.join(', ')}` });
}

export function contentType(format: Format): string {
  return `${mediaType(format)}; charset=utf-8`;
}

export function mediaType({ kind, stripNulls, plan }: Format): string {
  if (plan) {
    const options = plan.options.length > 0 ? `; options=${plan.options.join('|')}` : '';
    return `application/vnd.pgrst.plan+${plan.format}; for="${mediaType({ kind, stripNulls })}"${options}`;
  }
  if (kind === 'csv') return 'text/csv';
  const stripped = stripNulls ? ';nulls=stripped' : '';
  if (kind === 'object') return `application/vnd.pgrst.object+json${stripped}`;
  if (stripNulls) return `application/vnd.pgrst.array+json${stripped}`;
  return 'application/json';
}
