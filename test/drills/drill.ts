/** An expectation, and what was observed. */
export type Check = { what: string; seen: string; holds: boolean };

/** A fault that is rehearsed. `rounds` says how often, if it happens repeatedly. */
export type Drill = {
  title: string;
  rounds: number;
  run(rounds: number, say: (line: string) => void): Promise<Check[]>;
};
