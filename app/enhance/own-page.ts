import type { OwnPage } from '#domain/staff/staff.ts';

/** Fills a page that only some people have. No public file refers to this one. */
export async function open(own: OwnPage) {
  if (import.meta.env.DEV) {
    // The development server expects the document to have set up React Refresh.
    Object.assign(globalThis, {
      __vite_plugin_react_preamble_installed__: true,
      $RefreshReg$: () => {},
      $RefreshSig$: () => (type: unknown) => type,
    });
  }
  const { openStaff } = await import('./staff.tsx');
  openStaff(own);
}
