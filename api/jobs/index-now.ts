/** Tells search engines about new, changed or removed pages, by their paths. Throws if none accepted them. */
export type IndexNow = (paths: string[]) => Promise<void>;
