import { openToAll } from '../cors.ts';
import { unkeptRows } from '../unkept.ts';

/** Set together with the other headers: adding to a finished response costs more than the gate. */
export const everyAnswer = { ...openToAll, ...unkeptRows };
