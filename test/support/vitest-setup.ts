import type { TestProject } from 'vitest/node';
import { startTestEngine, type TestEngine } from './engine.ts';

export default async function setup(project: TestProject) {
  const engine = await startTestEngine();
  project.provide('engine', { admin: engine.admin, login: engine.login });
  return engine.stop;
}

declare module 'vitest' {
  interface ProvidedContext {
    engine: TestEngine;
  }
}
