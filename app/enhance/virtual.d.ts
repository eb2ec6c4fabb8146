declare module 'virtual:enhance' {
  /** Address of the built script of content pages. */
  export const enhanceUrl: string | undefined;
  /** The same with what the job board needs. */
  export const jobsScriptUrl: string | undefined;
  /** Of the one that checks badges, beside that of content pages. */
  export const verifyScriptUrl: string | undefined;
  /** Of the one for pages that React takes over. */
  export const screenScriptUrl: string | undefined;
  /** What stands in the document of a screen itself: code, not an address. */
  export const inDocumentScript: string;
}

/** Addresses of modules that the scripts load late; filled in by the plugin. */
declare const __TOASTER_URL__: string;
declare const __CLIENT_URL__: string;
declare const __OLDER_MENUS_URL__: string;
declare const __MENUS_FOR_MOUSE_URL__: string;
/** Of what members alone load; filled in by the plugin, and empty where nothing is built. */
declare const __MEMBER_FILES__: readonly string[];
