import type { Nothing } from '../subject.ts';

export type ProjectTasks = { 'remove-lost-files': Nothing };
