import type { Page } from '@playwright/test';

/**
 * Like browsers that translate a page in place: each text is replaced by elements of theirs, even
 * one that is added later.
 */
export async function translatePage(page: Page) {
  await page.evaluate(() => {
    const written = new WeakSet<Node>();
    const translate = (root: Node) => {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const found: Node[] = root instanceof Text ? [root] : [];
      while (texts.nextNode()) found.push(texts.currentNode);
      for (const text of found) {
        const words = text.nodeValue ?? '';
        const place = text.parentElement;
        if (!words.trim() || written.has(text) || !place) continue;
        if (place.closest('script, style, title, textarea, option, svg, [translate="no"]'))
          continue;
        const translated = document.createTextNode(words.toUpperCase());
        written.add(translated);
        const outer = document.createElement('font');
        const inner = document.createElement('font');
        inner.append(translated);
        outer.append(inner);
        place.replaceChild(outer, text);
      }
    };
    translate(document.body);
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) addedNodes.forEach(translate);
    }).observe(document.body, { childList: true, subtree: true });
  });
}
