import { createParameters, type Parameters } from './sql.ts';

/** See `weigh.ts`. */
export type Weighed = {
  /** Whether whole rows are weighed, or only what is embedded in them. */
  by: 'rows' | 'lists';
  /** How many lists share the bytes of one. */
  share: number;
};

/** A statement while it is being built. */
export type Building = {
  parameters: Parameters;
  /** The most rows of a page or an embedded list; undefined for service_role. */
  maxRows: number | undefined;
  aliases: number;
  weighed: Weighed | undefined;
};

export function startBuilding(maxRows?: number, weighed?: Weighed): Building {
  return { parameters: createParameters(), maxRows, aliases: 0, weighed };
}

export function nextAlias(building: Building): string {
  return `t${building.aliases++}`;
}
