import type { BrowserContext, Page } from '@playwright/test';

/** What Playwright has behind a page, as far as it is of use here. */
type Inside = {
  mainFrame?: () => object;
  delegate?: { _mainFrameSession?: { _client?: Wire }; utilityWorldName?: string };
};
type WithInside = { _connection?: { toImpl?: (of: object) => Inside | undefined } };
type Parameters = { expression?: string; contextId?: number };
type Wire = { send(command: string, parameters?: object): Promise<{ result?: { type: string } }> };

/**
 * Playwright brings a script of 330 KB into each document that is looked at. Here a page is told it once, and begins each
 * document with it, out of sight of the document's own scripts.
 *
 * Where Playwright has changed inside, all stays its own way.
 */
export function bringOneScript(context: BrowserContext) {
  if (met.has(context)) return;
  met.add(context);
  context.on('page', (page) => {
    keepNumber(page);
    bringAhead(page);
  });
}

/** One context goes from test to test. */
const met = new WeakSet<BrowserContext>();

const inside = (page: Page) => (page as unknown as WithInside)._connection?.toImpl?.(page);

/**
 * Playwright counts documents in the text of its script, so that V8 compiles it anew each time, an eighth of what a visit
 * takes. With the same number in it, it is the same text. The number tells frames apart in `aria-ref`, which nothing here asks for.
 */
function keepNumber(page: Page) {
  const frame = inside(page)?.mainFrame?.();
  if (!frame || !('seq' in frame)) return;
  const ofAll = Object.getPrototypeOf(frame);
  // A setter that sets nothing: to assign must not fail.
  if (!('seq' in ofAll)) Object.defineProperty(ofAll, 'seq', { get: () => 1, set() {} });
  Reflect.deleteProperty(frame, 'seq');
}

const beginOfUse = 'return new (module.exports.InjectedScript())(globalThis, ';

function bringAhead(page: Page) {
  const { _mainFrameSession, utilityWorldName: worldName } = inside(page)?.delegate ?? {};
  const wire = _mainFrameSession?._client;
  if (!wire || !worldName || Object.hasOwn(wire, 'send')) return;
  const send = wire.send.bind(wire);
  let isAhead = false;
  wire.send = async (command, parameters) => {
    const { expression = '', contextId } = (parameters ?? {}) as Parameters;
    const end = command === 'Runtime.evaluate' ? expression.lastIndexOf(beginOfUse) : -1;
    // Among the document's own scripts everybody would see it.
    if (end < 100_000 || !expression.includes('"isUtilityWorld":true', end)) {
      return send(command, parameters);
    }
    if (isAhead) {
      const use = `globalThis.broughtAhead && (() => { const module = { exports: broughtAhead() }; ${expression.slice(end)}`;
      const answer = await send(command, { expression: use, contextId });
      if (answer.result?.type === 'object') return answer;
    }
    isAhead = true;
    const source = `globalThis.broughtAhead = ${expression.slice(0, end)} return module.exports; });`;
    await send('Page.addScriptToEvaluateOnNewDocument', { source, worldName });
    return send(command, parameters);
  };
}
