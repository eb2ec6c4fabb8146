import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const stylesheet = readFileSync(new URL('../app.css', import.meta.url), 'utf8');
const tokens = new Map(
  [...stylesheet.matchAll(/--color-([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }] as const,
  ),
);

const grounds = ['paper', 'surface', 'sunken'];
const texts = ['ink', 'muted', 'pine', 'clay', 'danger', 'good'];
const textPairs = [
  ...grounds.flatMap((ground) => texts.map((text) => [text, ground])),
  ...['ink', 'muted', 'pine'].map((text) => [text, 'sage']),
  ['on-pine', 'pine'],
  ['on-pine', 'danger'],
];
const controlPairs = [...grounds, 'sage'].flatMap((ground) => [
  ['control', ground],
  ['pine', ground],
]);

describe.each(['light', 'dark'] as const)('in the %s scheme', (scheme) => {
  test.each(textPairs)('%s can be read on %s', (text = '', ground = '') => {
    expect(contrast(colour(text, scheme), colour(ground, scheme))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(controlPairs)('a control in %s stands out from %s', (control = '', ground = '') => {
    expect(contrast(colour(control, scheme), colour(ground, scheme))).toBeGreaterThanOrEqual(3);
  });
});

function colour(name: string, scheme: 'light' | 'dark') {
  const token = tokens.get(name);
  if (!token) throw new Error(`app.css has no colour ${name}`);
  return token[scheme];
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(a: string, b: string) {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string) {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
