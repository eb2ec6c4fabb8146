import { defineConfig } from 'vite';

/** Builds the mails for the server: the components become one file, packages stay outside. */
export default defineConfig({
  publicDir: false,
  build: { ssr: 'mail/mail.ts', outDir: 'build/mail', emptyOutDir: true },
});
