/** This process's identity among the others; it gets a new one after a stop. */
export type Self = { id: string };
