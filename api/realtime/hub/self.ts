/** This process as the others know it; after a stop it is another one. */
export type Self = { id: string };
