import { limits } from '../limits.ts';
import {
  expect,
  type Field,
  fail,
  isAtEnd,
  looksAt,
  skipSpace,
  startReading,
  take,
  takeField,
  takeName,
  takePattern,
} from './cursor.ts';

export type OrderTerm = {
  /** A to-one embedded resource whose column decides the order; missing for the table's own columns. */
  resource?: string;
  field: Field;
  direction: '' | 'asc' | 'desc';
  nulls: '' | 'nullsfirst' | 'nullslast';
};

/** `created_at.desc.nullslast,meta->>rank,company(name).asc` */
export function parseOrder(text: string): OrderTerm[] {
  const cursor = startReading('order', text);
  const terms: OrderTerm[] = [];
  do {
    if (terms.length === limits.orderTerms) fail(cursor, `at most ${limits.orderTerms} columns`);
    skipSpace(cursor);
    let resource: string | undefined;
    let field = takeField(cursor);
    if (field.path.length === 0 && take(cursor, '(')) {
      resource = field.name;
      field = takeField(cursor);
      expect(cursor, ')');
    }
    const direction = takePattern(cursor, /\.(asc|desc)(?=[.,]|$)/y)?.slice(1) ?? '';
    const nulls = takePattern(cursor, /\.nulls(first|last)/y)?.slice(1) ?? '';
    if (looksAt(cursor, '.')) fail(cursor, '".asc", ".desc", ".nullsfirst" or ".nullslast"');
    terms.push({ resource, field, direction, nulls } as OrderTerm);
  } while (take(cursor, ','));
  if (!isAtEnd(cursor)) fail(cursor, '"," or end of input');
  return terms;
}

/** `columns` and `on_conflict`: names, quoted or not. */
export function parseNames(what: string, text: string): string[] {
  const cursor = startReading(what, text);
  const names: string[] = [];
  do {
    if (names.length === limits.bodyColumns) fail(cursor, `at most ${limits.bodyColumns} columns`);
    skipSpace(cursor);
    names.push(takeName(cursor));
    skipSpace(cursor);
  } while (take(cursor, ','));
  if (!isAtEnd(cursor)) fail(cursor, '"," or end of input');
  return [...new Set(names)];
}
