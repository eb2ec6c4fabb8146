/** What was answered well, so that it must be there, once. */
export type Kept = {
  jobs: string[];
  people: string[];
  /** Those of them whose letter must come. */
  waiting: string[];
  messages: string[];
  payers: string[];
  applicants: string[];
  members: string[];
  /** Who has a seat, by what was answered last. */
  seats: Set<string>;
  /** What was answered though nothing was wrong with the question. */
  surprises: string[];
  /** The most seats that were ever taken at once. */
  mostSeats: number;
};

export const noneKept = (): Kept => ({
  jobs: [],
  people: [],
  waiting: [],
  messages: [],
  payers: [],
  applicants: [],
  members: [],
  seats: new Set(),
  surprises: [],
  mostSeats: 0,
});
