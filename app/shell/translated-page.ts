/*
 * A browser that translates a page puts an element of its own in the place of each text. React still holds the text: putting
 * something before it or taking it away would fail, and the whole page with it; and nobody would see what is written into it.
 */

/** What stands in the place of a text. */
const standIns = new WeakMap<Node, ChildNode>();
const standing = new WeakSet<Node>();

/** Lets React go on with a page that the browser translates. */
export function allowTranslation() {
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.insertBefore = function <New extends Node>(added: New, next: Node | null) {
    return insertBefore.call(this, added, next && childOf(this, next)) as New;
  };
  Node.prototype.removeChild = function <Old extends Node>(old: Old) {
    const child = childOf(this, old);
    if (child) removeChild.call(this, child);
    return old;
  };
  const observer = new MutationObserver((changes) => {
    for (const { target, addedNodes, removedNodes, previousSibling, nextSibling } of changes) {
      if (target instanceof Text) showAgain(target);
      for (const added of addedNodes) takeStandIn(added)?.remove();
      for (const text of removedNodes) {
        if (!(text instanceof Text) || text.parentNode) continue;
        const standIn = [...addedNodes, ...[previousSibling, nextSibling].filter(isFont)].find(
          isUnclaimed,
        );
        if (!standIn) continue;
        standIns.set(text, standIn);
        standing.add(standIn);
        observer.observe(text, { characterData: true });
      }
    }
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** The child itself, or what stands in its place; none where another program has taken both away. */
function childOf(parent: Node, child: Node): Node | null {
  if (child.parentNode === parent) return child;
  const standIn = standIns.get(child);
  return standIn?.parentNode === parent ? standIn : null;
}

/** React has written into a text that is not there: it comes back, to be translated anew. */
function showAgain(text: Text) {
  if (!text.parentNode) takeStandIn(text)?.replaceWith(text);
}

function takeStandIn(text: Node): ChildNode | undefined {
  const standIn = standIns.get(text);
  standIns.delete(text);
  return standIn;
}

/** As Chrome, Edge and Google’s own script write it, where they do not exchange the two in one go. */
const isFont = (node: Node | null): node is ChildNode => node?.nodeName === 'FONT';

const isUnclaimed = (node: Node): node is ChildNode => !standing.has(node);
