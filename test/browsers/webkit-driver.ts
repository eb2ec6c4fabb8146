import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const program = '/usr/bin/WebKitWebDriver';
const browser = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';

/** The key under which WebDriver sends and returns elements. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
export type ElementHandle = { [elementKey]: string };
export const idOf = (element: ElementHandle) => element[elementKey];

/**
 * The narrowest possible window, and a desktop. Set before a page is loaded, because later it can
 * hang.
 */
const windows = { phone: { width: 447, height: 900 }, desk: { width: 1280, height: 900 } };
export type Window = keyof typeof windows;

/** Debian's WebKit on a display of its own, with one session. */
export async function startWebKit(window: Window) {
  for (const file of [program, browser]) {
    if (!existsSync(file)) throw new Error(`${file} is missing. Run: npm run test:browsers`);
  }
  const { screen, display } = await startScreen();
  const port = await freePort();
  const driver = spawn(program, [`--port=${port}`], {
    stdio: 'ignore',
    // Without a graphics card, and without emulating one, which is slower.
    env: {
      ...process.env,
      DISPLAY: display,
      GDK_BACKEND: 'x11',
      WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1',
    },
  });
  const end = () => {
    driver.kill();
    screen.kill();
  };
  const address = `http://127.0.0.1:${port}/session`;
  const options = { binary: browser, args: ['--automation'] };
  const body = {
    capabilities: {
      alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options },
    },
  };
  try {
    await untilItListens(port, driver);
    const { sessionId } = await ask<{ sessionId: string }>('POST', address, body);
    const session = `${address}/${sessionId}`;
    await ask('POST', `${session}/window/rect`, windows[window]);
    return {
      ask: <Answer>(method: 'GET' | 'POST' | 'DELETE', path: string, said?: unknown) =>
        ask<Answer>(method, `${session}${path}`, method === 'POST' ? (said ?? {}) : undefined),
      async stop() {
        await ask('DELETE', session).catch(() => {});
        end();
      },
    };
  } catch (error) {
    end();
    throw error;
  }
}
export type WebKit = Awaited<ReturnType<typeof startWebKit>>;

async function ask<Answer>(method: string, address: string, body?: unknown): Promise<Answer> {
  const response = await fetch(address, { method, body: body ? JSON.stringify(body) : null });
  const { value } = await response.json();
  if (!response.ok) throw new Error(`WebKit: ${value.error}: ${value.message}`);
  return value;
}

/** Xvfb picks a free display number and prints it. */
async function startScreen() {
  const screen = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  const display = await new Promise<string>((resolve, reject) => {
    screen.on('error', reject);
    screen.on('exit', () => reject(new Error('Xvfb did not start.')));
    screen.stdio[3]?.once('data', (data) => resolve(`:${String(data).trim()}`));
  });
  return { screen, display };
}

function freePort() {
  return new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function untilItListens(port: number, driver: ChildProcess) {
  while (driver.exitCode === null) {
    const isThere = await fetch(`http://127.0.0.1:${port}/status`).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await wait(100);
  }
  throw new Error('WebKitWebDriver did not start.');
}
