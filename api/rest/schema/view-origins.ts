/** A column of a view that shows a column of a table, or of another view, as it is. */
export type Origin = { place: number; relation: number; column: number };

const token = /[{}]|(?:\\.|[^\s{}()\\])+/gs;
const fields: Record<string, keyof Origin> = {
  ':resno': 'place',
  ':resorigtbl': 'relation',
  ':resorigcol': 'column',
};

/**
 * Where the columns of a view come from, read from the rule that PostgreSQL keeps of it: the list of
 * what the outermost query selects names the origin of each column that is no expression.
 */
export function readOrigins(rule: string): Origin[] {
  const found: Origin[] = [];
  let depth = 0;
  let isTargets = false;
  let origin: Origin = { place: 0, relation: 0, column: 0 };
  let field: keyof Origin | undefined;
  for (const [text] of rule.matchAll(token)) {
    if (text === '{') {
      depth++;
      if (depth === 2) origin = { place: 0, relation: 0, column: 0 };
    } else if (text === '}') {
      depth--;
      if (depth === 1 && isTargets && origin.relation !== 0) found.push(origin);
    } else if (depth === 1 && text.startsWith(':')) {
      isTargets = text === ':targetList';
    } else if (depth === 2 && isTargets) {
      if (field) origin[field] = Number(text);
      field = fields[text];
    }
  }
  return found;
}
