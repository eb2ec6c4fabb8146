/** One thing that was to hold, and what was seen. */
export type Check = { what: string; seen: string; holds: boolean };

/** A fault that is rehearsed. `rounds` says how often, where it happens again and again. */
export type Drill = {
  title: string;
  rounds: number;
  run(rounds: number, say: (line: string) => void): Promise<Check[]>;
};
