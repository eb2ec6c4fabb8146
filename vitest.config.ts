import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{api,app,database,domain,mail,server,test}/**/*.test.{ts,tsx}'],
    exclude: ['test/journeys/**'],
    globalSetup: ['test/support/vitest-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
