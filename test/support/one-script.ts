import type { BrowserContext, Page } from '@playwright/test';

/** The parts of Playwright's inner page that are used here. */
type Inside = {
  mainFrame?: () => object;
  delegate?: { _mainFrameSession?: { _client?: Wire }; utilityWorldName?: string };
};
type WithInside = { _connection?: { toImpl?: (of: object) => Inside | undefined } };
type Parameters = { expression?: string; contextId?: number };
type Wire = { send(command: string, parameters?: object): Promise<{ result?: { type: string } }> };

/**
 * Playwright injects a script of 330 KB into every document that it inspects. Here a page gets it
 * once, and runs it at the start of each document, out of reach of the document's own scripts.
 *
 * If Playwright's internals have changed, everything stays its own way.
 */
export function bringOneScript(context: BrowserContext) {
  if (met.has(context)) return;
  met.add(context);
  context.on('page', (page) => {
    keepNumber(page);
    bringAhead(page);
  });
}

/** One context is reused from test to test. */
const met = new WeakSet<BrowserContext>();

const inside = (page: Page) => (page as unknown as WithInside)._connection?.toImpl?.(page);

/**
 * Playwright puts a document counter into the text of its script, so V8 compiles it again each
 * time, an eighth of a visit. With a constant number the text stays the same. The number
 * distinguishes frames in `aria-ref`, which nothing here uses.
 */
function keepNumber(page: Page) {
  const frame = inside(page)?.mainFrame?.();
  if (!frame || !('seq' in frame)) return;
  const ofAll = Object.getPrototypeOf(frame);
  // A setter that does nothing: assigning must not fail.
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
    // In the document's main world, its own scripts would see it.
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
