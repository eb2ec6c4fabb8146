import type { OwnPage } from '#domain/staff/staff.ts';

/** What fills a page that only some people have. Nothing that is public names this file. */
export async function open(own: OwnPage) {
  if (import.meta.env.DEV) {
    // The development server expects of React's files that the document prepared it.
    Object.assign(globalThis, {
      __vite_plugin_react_preamble_installed__: true,
      $RefreshReg$: () => {},
      $RefreshSig$: () => (type: unknown) => type,
    });
  }
  const { openStaff } = await import('./staff.tsx');
  openStaff(own);
}
