import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findInPage, type Kind } from './find-in-page.ts';
import { type ElementHandle, idOf, type WebKit } from './webkit-driver.ts';

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const keys = { enter: '\uE007', escape: '\uE00C', tab: '\uE004' };

type Name = string | RegExp;

/** A page as a person uses it: elements are found by role and name, and waited for. */
export function openPage(webkit: WebKit, siteUrl: string) {
  const run = <Answer>(source: string, ...args: unknown[]) =>
    webkit.ask<Answer>('POST', '/execute/sync', { script: source, args });

  const look = (kind: Kind, name: Name) =>
    run<ElementHandle | null>(
      `return (${findInPage})(...arguments)`,
      kind,
      name instanceof RegExp ? name.source : name,
      name instanceof RegExp,
    );

  async function until<Answer>(
    what: string,
    ask: () => Promise<Answer>,
  ): Promise<NonNullable<Answer>> {
    let last: unknown;
    for (let round = 0; round < 300; round += 1) {
      try {
        const answer = await ask();
        if (answer) return answer;
      } catch (error) {
        // The page is being left, or was re-rendered between two commands.
        last = error;
      }
      await wait(100);
    }
    const text = await run<string>('return document.body.innerText').catch(() => '');
    throw new Error(
      `Waited in vain: ${what}. ${last ?? ''}\nThe page says: ${text.slice(0, 1500)}`,
    );
  }
  const find = (kind: Kind, name: Name) => until(`${kind} ${name}`, () => look(kind, name));
  const element = (handle: ElementHandle, path: string, said?: unknown) =>
    webkit.ask<null>('POST', `/element/${idOf(handle)}/${path}`, said);

  /**
   * The driver's own scrolling follows the page's smooth scrolling, and does not wait until it
   * ends.
   */
  const bringIntoView = (handle: ElementHandle) =>
    run('arguments[0].scrollIntoView({ block: "center", behavior: "instant" })', handle);

  return {
    open: (path: string) => webkit.ask<null>('POST', '/url', { url: `${siteUrl}${path}` }),
    back: () => webkit.ask<null>('POST', '/back'),
    reload: () => webkit.ask<null>('POST', '/refresh'),
    run,
    see: async (kind: Kind, name: Name) => {
      await find(kind, name);
    },
    isGone: async (kind: Kind, name: Name) => {
      await until(`no ${kind} ${name}`, async () => (await look(kind, name)) === null);
    },
    /** Looked up again if the page was re-rendered between finding and pressing. */
    press: (kind: Kind, name: Name) =>
      until(`to press ${kind} ${name}`, async () => {
        const handle = await look(kind, name);
        if (!handle) return false;
        await bringIntoView(handle);
        await element(handle, 'click');
        return true;
      }),
    fill: (name: Name, text: string) =>
      until(`to fill in ${name}`, async () => {
        const handle = await look('field', name);
        if (!handle) return false;
        await bringIntoView(handle);
        await element(handle, 'clear');
        await element(handle, 'value', { text });
        return true;
      }),
    type: async (name: Name, key: keyof typeof keys) => {
      await element(await find('field', name), 'value', { text: keys[key] });
    },
    typeAnywhere: (key: keyof typeof keys) =>
      webkit.ask<null>('POST', '/actions', {
        actions: [
          {
            type: 'key',
            id: 'keyboard',
            actions: ['keyDown', 'keyUp'].map((type) => ({ type, value: keys[key] })),
          },
        ],
      }),
    valueOf: async (name: Name) =>
      run<string>('return arguments[0].value', await find('field', name)),
    arrivesAt: (address: RegExp) =>
      until(`address ${address}`, async () =>
        address.test(await webkit.ask<string>('GET', '/url')),
      ),
    /** Switches to the only other window. */
    toOtherWindow: () =>
      until('another window', async () => {
        const here = await webkit.ask<string>('GET', '/window');
        const handles = await webkit.ask<string[]>('GET', '/window/handles');
        const handle = handles.find((each) => each !== here);
        if (handle) await webkit.ask('POST', '/window', { handle });
        return Boolean(handle);
      }),
    overflow: () =>
      run<number>(
        'return document.documentElement.scrollWidth - document.documentElement.clientWidth',
      ),
    picture: async () => Buffer.from(await webkit.ask<string>('GET', '/screenshot'), 'base64'),
    /** What axe-core finds on the current page. */
    barriers: async () => {
      await run(axe);
      return webkit.ask<string[]>('POST', '/execute/async', {
        script: `const done = arguments[0];
          axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
            done(violations.map(({ id, nodes }) => id + ': ' + nodes[0].html)))`,
        args: [],
      });
    },
  };
}
export type WebKitPage = ReturnType<typeof openPage>;
