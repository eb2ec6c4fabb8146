/** What was acknowledged, and so must be there exactly once. */
export type Kept = {
  jobs: string[];
  people: string[];
  /** Those whose mail must arrive. */
  waiting: string[];
  messages: string[];
  payers: string[];
  applicants: string[];
  members: string[];
  /** Who has a seat, by the last response. */
  seats: Set<string>;
  /** Unexpected responses to valid requests. */
  surprises: string[];
  /** The highest number of seats ever taken at once. */
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
