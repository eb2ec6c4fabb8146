/** The TXT records of a name; `missing` if there are none, `unreachable` if nobody answered. */
export type ReadTxt = (name: string) => Promise<readonly string[] | 'missing' | 'unreachable'>;

/** Where there is no network. */
export const nobodyAnswers: ReadTxt = async () => 'unreachable';
