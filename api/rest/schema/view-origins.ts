/** A column of a view that shows a column of a table, or of another view, as it is. */
export type Origin = { place: number; relation: number; column: number };

const token = /[{}]|(?:\\.|[^\s{}()\\])+/gs;
const brace = /\\.|[{}]/gs;
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
  token.lastIndex = 0;
  for (let next = token.exec(rule); next; next = token.exec(rule)) {
    const [text] = next;
    if (text === '{') {
      const isTarget = depth === 1 && isTargets;
      if (isTarget) origin = { place: 0, relation: 0, column: 0 };
      // Most of a rule says what its columns and conditions are made of.
      if (isTarget || depth === 0) depth++;
      else token.lastIndex = endOf(rule, token.lastIndex);
    } else if (text === '}') {
      depth--;
      if (depth === 1 && isTargets && origin.relation !== 0) found.push(origin);
    } else if (depth === 1 && text.startsWith(':')) {
      isTargets = text === ':targetList';
    } else if (depth === 2) {
      if (field) origin[field] = Number(text);
      field = fields[text];
    }
  }
  return found;
}

/** Behind the brace that closes the one before this place. */
function endOf(rule: string, place: number): number {
  brace.lastIndex = place;
  let depth = 1;
  for (let next = brace.exec(rule); next; next = brace.exec(rule)) {
    if (next[0] === '{') depth++;
    else if (next[0] === '}') depth--;
    if (depth === 0) return brace.lastIndex;
  }
  return rule.length;
}
