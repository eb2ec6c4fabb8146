/** Where contents lie. Keys are made of ids here, never of names that people chose. */
export type Files = {
  put(key: string, content: Uint8Array<ArrayBuffer>, type: string): Promise<void>;
  /** Nothing when there is no such file. */
  get(key: string): Promise<ReadableStream<Uint8Array> | undefined>;
  /** Says nothing when it was gone already. */
  remove(key: string): Promise<void>;
};

export type StoredKey = { bucket_id: string; id: string; version: string };

export function keyOf({ bucket_id, id, version }: StoredKey): string {
  return `${bucket_id}/${id}/${version}`;
}

/** What a store accepts as a key: nothing in it can lead out of its folder. */
export const keyShape = /^[a-z0-9-]{1,63}\/[0-9a-f-]{36}\/[0-9a-f-]{36}$/;
