import { spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { type RawData, WebSocket, WebSocketServer } from 'ws';

// Makes Debian's Firefox behave as Playwright expects. Playwright uses every command of WebDriver
// BiDi; the long-term release lacks these and the clipboard permissions, and one refused command
// ends the run. They are answered here, and the profile sets what they ask for.
const unknownThere = new Set(['emulation.setMediaFeaturesOverride']);

// Playwright types by setting the value, which React does not notice, and in email and URL fields
// it appends to the old value. The browser's own typing replaces the selection, as a person would.
const setsValue = 'function bidiInsertText(window, text) {';
const types = `${setsValue} const { activeElement } = window.document; if (activeElement?.matches('input, textarea')) { window.document.execCommand('insertText', false, text); return; }`;

const firefox = spawn(process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
});
firefox.on('error', (error) => {
  console.error(
    `Firefox did not start (${error.message}). Install it: apt-get install -y firefox-esr`,
  );
  process.exit(1);
});
firefox.on('exit', (code) => process.exit(code ?? 1));

createInterface({ input: firefox.stderr }).on('line', async (line) => {
  const address = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(line)?.[1];
  console.error(address ? `WebDriver BiDi listening on ${await listenBefore(address)}` : line);
});

function listenBefore(address: string) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (driver, request) => {
    const browser = new WebSocket(address + request.url);
    const early: string[] = [];
    browser.on('open', () => {
      for (const text of early.splice(0)) browser.send(text);
    });
    driver.on('message', (data: RawData) => {
      const text = String(data).replace(setsValue, types);
      const { id, method } = JSON.parse(text);
      if (unknownThere.has(method) || text.includes('"name":"clipboard-'))
        driver.send(JSON.stringify({ type: 'success', id, result: {} }));
      else if (browser.readyState === WebSocket.OPEN) browser.send(text);
      else early.push(text);
    });
    browser.on('message', (data: RawData) => driver.send(String(data)));
    browser.on('close', () => driver.close());
    driver.on('close', () => browser.close());
  });
  return new Promise<string>((resolve) => {
    server.on('listening', () =>
      resolve(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });
}
