/**
 * The files of a Supabase project, where it keeps them in place of this process. Its storage writes the row and the
 * content of a file, so none of them is put or removed in SQL.
 */
export type ProjectFiles = {
  put(bucket: string, name: string, content: Uint8Array<ArrayBuffer>, type: string): Promise<void>;
  /** Says nothing when it was gone already. */
  remove(bucket: string, name: string): Promise<void>;
};
