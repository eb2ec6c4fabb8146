/*
 * A browser that translates a page replaces each text node with an element of its own. React still holds the text node:
 * inserting before it or removing it would throw and take the page down, and whatever React writes into it would not be
 * seen.
 */

/** The elements that replace text nodes. */
const standIns = new WeakMap<Node, ChildNode>();
const standing = new WeakSet<Node>();

/** Lets React work on a page that the browser translates. */
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

/** The child itself or its replacement; null if another program has removed both. */
function childOf(parent: Node, child: Node): Node | null {
  if (child.parentNode === parent) return child;
  const standIn = standIns.get(child);
  return standIn?.parentNode === parent ? standIn : null;
}

/** React has changed a text that is not in the page: put it back, to be translated again. */
function showAgain(text: Text) {
  if (!text.parentNode) takeStandIn(text)?.replaceWith(text);
}

function takeStandIn(text: Node): ChildNode | undefined {
  const standIn = standIns.get(text);
  standIns.delete(text);
  return standIn;
}

/** The element that Chrome, Edge and Google’s own script use, if they do not swap it with the text in one step. */
const isFont = (node: Node | null): node is ChildNode => node?.nodeName === 'FONT';

const isUnclaimed = (node: Node): node is ChildNode => !standing.has(node);
