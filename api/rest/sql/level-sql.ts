import type { EmbedState } from './build-fields.ts';
import type { Output } from './build-outputs.ts';

/** What one table contributes to a statement, wherever its rows come from. */
export type LevelSql = {
  outputs: Output[];
  /** All of them at once, if they are a table's unchanged row. */
  row?: string;
  joins: { sql: string; embed: EmbedState }[];
  where: string;
  groupBy: string;
  orderBy: string;
  uses: Set<string>;
};

export function selectSql(
  list: string,
  from: string,
  { joins, where, groupBy, orderBy }: LevelSql,
): string {
  return `select ${list} from ${from}${joinList(joins)}${where}${groupBy}${orderBy}`;
}

export function joinList(joins: LevelSql['joins']): string {
  return joins.map(({ sql }) => ` ${sql}`).join('');
}
