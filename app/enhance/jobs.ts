import { noteApplications } from './jobs/applications.ts';
import { searchInPlace } from './jobs/board.ts';
import { copyLinks } from './jobs/copy-link.ts';
import { markSaved, saveJobs } from './jobs/saved.ts';

searchInPlace(markSaved);
saveJobs();
noteApplications();
copyLinks();
