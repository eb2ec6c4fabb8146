declare module 'virtual:enhance' {
  /** Address of the built enhance script. */
  export const enhanceUrl: string | undefined;
}

/** Address of the toaster module; filled in by the plugin. */
declare const __TOASTER_URL__: string;
