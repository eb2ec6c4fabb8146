import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { downloads } from './vite.downloads.ts';
import { enhanceScript } from './vite.enhance.ts';
import { released } from './vite.released.ts';

export default defineConfig({
  plugins: [tailwindcss(), enhanceScript(), downloads(), released(), reactRouter()],
});
