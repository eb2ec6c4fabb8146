import type { Plugin } from 'vite';

/** Its file, in backticks as they are written when all is packed. */
const laterFile = /\bimport\((`\.\/[^`$]+)`\)/g;

const anew = '.catch(()=>import($1?`+Date.now()))';

/**
 * Has a file of a script that did not come asked for once more under an address of its own. Firefox, and Chromium until
 * 153, remember for as long as a page lives that an address did not come, and ask no more: whoever pressed “Try again”, or
 * “Save” once they were out of the tunnel, pressed in vain.
 */
export function askedAnew(): Plugin {
  return {
    name: 'asked-anew',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    // A file that changes has another name.
    augmentChunkHash: () => anew,
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk')
            file.code = file.code.replace(laterFile, `import($1\`)${anew}`);
        }
      },
    },
  };
}
