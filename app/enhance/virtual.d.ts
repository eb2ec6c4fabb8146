declare module 'virtual:enhance' {
  /** Address of the script of every page. */
  export const enhanceUrl: string | undefined;
  /** Address of the script that pages of the job board have beside it. */
  export const jobsScriptUrl: string | undefined;
}

/** Addresses of modules that the scripts load late; filled in by the plugin. */
declare const __TOASTER_URL__: string;
declare const __CLIENT_URL__: string;
