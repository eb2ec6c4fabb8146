/**
 * What this process asks of a Supabase project that has accounts and files in its place. A project writes the row and
 * the content of a file at once, so none is put or removed in SQL; letters of accounts are its own.
 */
export type Project = {
  putFile(
    bucket: string,
    name: string,
    content: Uint8Array<ArrayBuffer>,
    type: string,
  ): Promise<void>;
  /** Says nothing when it was gone already. */
  removeFile(bucket: string, name: string): Promise<void>;
  /** The letter of a sign-up once more. */
  sendConfirmation(email: string, redirectTo: string): Promise<void>;
};
