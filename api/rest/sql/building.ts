import { createParameters, type Parameters } from './sql.ts';

/** A statement while it is being built. */
export type Building = {
  parameters: Parameters;
  /** The most rows of a page or an embedded list; undefined for service_role. */
  maxRows: number | undefined;
  aliases: number;
  /** See `weigh.ts`. */
  weighed: 'rows' | 'lists' | undefined;
};

export function startBuilding(maxRows?: number, weighed?: Building['weighed']): Building {
  return { parameters: createParameters(), maxRows, aliases: 0, weighed };
}

export function nextAlias(building: Building): string {
  return `t${building.aliases++}`;
}
