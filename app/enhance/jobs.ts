// The script of every page plus the job board: one file, because another request costs more than both together.
import './enhance.ts';
import { noteApplications } from './jobs/applications.ts';
import { searchInPlace } from './jobs/board.ts';
import { copyLinks } from './jobs/copy-link.ts';
import { forgetWhyTheyFit, sayWhyTheyFit } from './jobs/fits.ts';
import { sayHowLongAgo, sayOwnDays } from './jobs/posted.ts';
import { markSaved, saveJobs } from './jobs/saved.ts';
import { nameWayBack } from './jobs/way-back.ts';
import { whenPersonChanges } from './session.ts';

searchInPlace(() => {
  markSaved();
  sayHowLongAgo();
  sayWhyTheyFit();
});
sayHowLongAgo();
sayOwnDays();
sayWhyTheyFit();
whenPersonChanges(() => {
  forgetWhyTheyFit();
  sayWhyTheyFit();
});
saveJobs();
noteApplications();
copyLinks();
nameWayBack();
