/**
 * Answers that depend on who asks are kept by nothing on the way, and say so twice: what disregards
 * `no-store` may still look at `Vary`. The origin is not part of it: every one gets the same answer.
 */
export const unkept = { 'cache-control': 'no-store', vary: 'Authorization, apikey' };

/** The table API also reads these: the form of rows and how they are packed, the schema, the wishes, and the part asked for. */
export const unkeptRows = {
  'cache-control': 'no-store',
  vary: 'Authorization, apikey, Accept, Accept-Encoding, Accept-Profile, Prefer, Range',
};
