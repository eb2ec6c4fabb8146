import type { TestProject } from 'vitest/node';
import { startTestEngine, type TestEngine } from './engine.ts';

export default async function setup(project: TestProject) {
  // Its own, or an existing set-up with a pooler and replicas (npm run rehearse).
  const given = process.env.TEST_ENGINE;
  if (given) {
    project.provide('engine', JSON.parse(given));
    return;
  }
  const engine = await startTestEngine();
  project.provide('engine', { admin: engine.admin, login: engine.login });
  return engine.stop;
}

declare module 'vitest' {
  interface ProvidedContext {
    engine: TestEngine;
  }
}
