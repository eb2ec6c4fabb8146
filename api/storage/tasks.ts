import type { Nothing } from '../subject.ts';

export type StorageTasks = {
  /** Takes a content away, unless an object has it by then. */
  'remove-stored-file': { key: string };
  /** Takes away what a person's profile no longer shows. */
  'remove-old-pictures': { userId: string };
  'clean-pictures': Nothing;
  /** Takes away logos that no company shows. */
  'company-logos': Nothing;
  /** Takes away uploads that nobody finished within a day. */
  'clean-uploads': Nothing;
  'look-for-files': Nothing;
};
