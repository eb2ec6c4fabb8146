/** Tells search engines of pages that came, changed or went, by their paths. It throws where nobody took them. */
export type IndexNow = (paths: string[]) => Promise<void>;
