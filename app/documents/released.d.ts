/** The day of the last change, as 2025-10-01; filled in by the build. */
declare const __RELEASED__: string;
