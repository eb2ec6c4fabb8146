import type { Plugin } from 'vite';

const order = '@layer theme, base, components, utilities;';

/**
 * The layers of the styles have the order in which a page meets them first. Where React draws a page anew, as after a
 * failure, the site's own styles come after those of a screen: so each says the order.
 */
export function layersInOrder(): Plugin {
  return {
    name: 'layers-in-order',
    enforce: 'pre',
    transform(code, id) {
      if (!/\.css(\?|$)/.test(id) || !code.startsWith('@layer components {')) return undefined;
      return { code: `${order}\n${code}`, map: null };
    },
  };
}
