import type { Nothing } from '../subject.ts';

export type CompanyTasks = {
  /** New names, at the day's start. */
  'company-names': Nothing;
  'company-records': Nothing;
  /** Logos that no company shows. */
  'company-logos': Nothing;
};
