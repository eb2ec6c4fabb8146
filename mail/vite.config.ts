import { defineConfig } from 'vite';

/** Bundles the email components into one file for the server; packages stay external. */
export default defineConfig({
  publicDir: false,
  build: { ssr: 'mail/mail.ts', outDir: 'build/mail', emptyOutDir: true },
});
