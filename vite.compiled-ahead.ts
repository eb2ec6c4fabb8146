import type { Plugin } from 'vite';

const request = '//# allFunctionsCalledOnLoad';

/** Characters. In the many small files there is little to compile, and each would grow by thirty bytes. */
const large = 100_000;

/**
 * Has a browser compile the large scripts of screens (React, the router, the official client) beside the page, while they come. Else each function stops the page where it
 * is first called: on a slow phone that was more than half of what React took to take a screen over. Chromium's engine
 * heeds the comment, which must be the first line; for others it is one.
 */
export function compiledAhead(): Plugin {
  return {
    name: 'compiled-ahead',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    // A file that changes has another name.
    augmentChunkHash: () => request,
    generateBundle: {
      // Vite writes a line of its own above what is loaded late.
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && file.code.length > large)
            file.code = `${request}\n${file.code}`;
        }
      },
    },
  };
}
