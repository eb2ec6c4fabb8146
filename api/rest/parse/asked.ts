import type { Format } from './media-type.ts';
import type { Query } from './parse-query.ts';
import type { Payload } from './payload.ts';
import type { Preferences } from './preferences.ts';

/** A parsed request without its body, not yet checked against the schema. */
export type Head = {
  action: 'read' | 'insert' | 'put' | 'update' | 'delete' | 'call';
  schema: string;
  /** Whether the response must name its schema. */
  isSchemaTold: boolean;
  /** The name of a table, view or function. */
  target: string;
  isHead: boolean;
  query: Query;
  preferences: Preferences;
  format: Format;
};

export type Asked = Head & {
  /** The part of a plan's key that depends on the head, and the function that completes the key with the rest. */
  shapeText: string;
  keyOf: (rest: string) => string;
  /** The route in the log. */
  route: string;
  /** Where the same can be read again, with sorted parameters; missing if that is too long. */
  place?: string;
  /** Missing if a function's arguments are in the URL. */
  payload?: Payload;
};
