import type { Format } from './media-type.ts';
import type { Query } from './parse-query.ts';
import type { Payload } from './payload.ts';
import type { Preferences } from './preferences.ts';

/** All of a request but its body, understood but not yet compared with the schema. */
export type Head = {
  action: 'read' | 'insert' | 'put' | 'update' | 'delete' | 'call';
  schema: string;
  /** Whether the answer is to say which schema it is about. */
  isSchemaTold: boolean;
  /** The name of a table or view, or of a function. */
  target: string;
  isHead: boolean;
  query: Query;
  preferences: Preferences;
  format: Format;
};

export type Asked = Head & {
  /** What the head decides of a plan, and the key of one by the rest that decides. */
  shapeText: string;
  keyOf: (rest: string) => string;
  /** Its address in the log. */
  route: string;
  /** Where the same can be read again, with its parameters in order; missing where that is long. */
  place?: string;
  /** Missing where the arguments of a function are in the URL. */
  payload?: Payload;
};
