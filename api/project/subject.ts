import type { Subject } from '../subject.ts';
import { removeLostFiles } from './remove-lost-files.ts';
import type { ProjectTasks } from './tasks.ts';

/** Tasks for sites where a Supabase project manages accounts and files. */
export const project: Subject<ProjectTasks> = {
  functions: {},
  tasks: { 'remove-lost-files': { lane: 'background', run: removeLostFiles } },
  timetable: ['29 * * * * remove-lost-files'],
};
