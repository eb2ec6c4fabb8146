import type { ResumeRefusal } from '#domain/applications/resume.ts';

/** A file that is not taken, and why. */
export class Refused extends Error {
  readonly reason: ResumeRefusal;

  constructor(reason: ResumeRefusal) {
    super(reason);
    this.reason = reason;
  }
}
