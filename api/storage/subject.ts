import type { Subject } from '../subject.ts';
import { lookForFiles } from './look-for-files.ts';
import {
  removeOldUploads,
  removeStoredFile,
  removeUnusedLogos,
  removeUnusedPictures,
} from './remove-files.ts';
import type { StorageTasks } from './tasks.ts';

export const storage: Subject<StorageTasks> = {
  functions: {},
  tasks: {
    'remove-stored-file': {
      lane: 'background',
      run: ({ database, files }, { key }) => removeStoredFile(database, files, key),
    },
    'remove-old-pictures': {
      lane: 'background',
      run: ({ database }, { userId }) => removeUnusedPictures(database, userId),
    },
    'clean-uploads': {
      lane: 'background',
      run: ({ database }) => removeOldUploads(database),
    },
    'company-logos': { lane: 'background', run: ({ database }) => removeUnusedLogos(database) },
    'clean-pictures': {
      lane: 'background',
      run: ({ database }) => removeUnusedPictures(database),
    },
    'look-for-files': { lane: 'background', run: (work) => lookForFiles(work) },
  },
  timetable: [
    '41 3 * * * clean-pictures',
    '53 3 * * * company-logos',
    '17 * * * * clean-uploads',
    '*/10 * * * * look-for-files',
  ],
};
