import type { Nothing } from '../subject.ts';

export type StorageTasks = {
  /** Removes contents, unless an object uses them by then. */
  'remove-stored-file': { key: string };
  /** Removes pictures that a person's profile no longer shows. */
  'remove-old-pictures': { userId: string };
  'clean-pictures': Nothing;
  /** Removes logos that no company shows. */
  'company-logos': Nothing;
  /** Removes uploads that were not finished within a day. */
  'clean-uploads': Nothing;
  'look-for-files': Nothing;
};
