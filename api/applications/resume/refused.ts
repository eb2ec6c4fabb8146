import type { ResumeRefusal } from '#domain/applications/resume.ts';

/** A file that is refused, and why. */
export class Refused extends Error {
  readonly reason: ResumeRefusal;

  constructor(reason: ResumeRefusal) {
    super(reason);
    this.reason = reason;
  }
}
