/**
 * Finds lines that begin with the dot between two facts, which belongs to the end of the line
 * before. Runs in the page.
 */
export function findLooseDots(): string[] {
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const words = text.textContent ?? '';
    for (const { index } of words.matchAll(/·/g)) {
      const block = blockOf(text);
      range.setStart(text, index);
      range.setEnd(text, index + 1);
      const { left, width } = range.getBoundingClientRect();
      range.selectNodeContents(block);
      const edge = Math.min(...[...range.getClientRects()].map((line) => line.left));
      const isAlone = words.trim() === '·' && block.textContent?.trim() === '·';
      if (width > 0 && left < edge + 1 && !isAlone) found.push(block.textContent ?? '');
    }
  }
  return found;

  function blockOf(text: Node): Element {
    let block = text.parentElement ?? document.body;
    while (/^(inline|contents)$/.test(getComputedStyle(block).display)) {
      block = block.parentElement ?? document.body;
      if (block === document.body) break;
    }
    return block;
  }
}
