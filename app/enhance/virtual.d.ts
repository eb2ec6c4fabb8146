declare module 'virtual:enhance' {
  /** The address of the built script of content pages. */
  export const enhanceUrl: string | undefined;
  /** The same with what the job board needs. */
  export const jobsScriptUrl: string | undefined;
  /** The script that checks badges, in addition to that of content pages. */
  export const verifyScriptUrl: string | undefined;
  /** The script of pages that React hydrates. */
  export const screenScriptUrl: string | undefined;
  /** The inline script of screens: code, not an address. */
  export const inDocumentScript: string;
}

/** Addresses of modules that the scripts load on demand; filled in by the plugin. */
declare const __TOASTER_URL__: string;
declare const __CLIENT_URL__: string;
declare const __OLDER_MENUS_URL__: string;
declare const __MENUS_FOR_MOUSE_URL__: string;
/** Files that only members load; filled in by the plugin, and empty if nothing is built. */
declare const __MEMBER_FILES__: readonly string[];
