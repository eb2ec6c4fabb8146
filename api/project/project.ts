/**
 * What this process calls on a Supabase project that manages accounts and files instead of it. A project stores a
 * file's row and contents together, so files are never added or removed in SQL; it also sends its own account
 * letters.
 */
export type Project = {
  putFile(
    bucket: string,
    name: string,
    content: Uint8Array<ArrayBuffer>,
    type: string,
  ): Promise<void>;
  /** Does not fail if the file was already gone. */
  removeFile(bucket: string, name: string): Promise<void>;
  /** Sends the sign-up letter again. */
  sendConfirmation(email: string, redirectTo: string): Promise<void>;
};
