/** The texts of TXT records under a name; `missing` where there are none, `unreachable` where nobody said. */
export type ReadTxt = (name: string) => Promise<readonly string[] | 'missing' | 'unreachable'>;

/** Where there is no network to ask. */
export const nobodyAnswers: ReadTxt = async () => 'unreachable';
