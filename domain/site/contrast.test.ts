import { describe, expect, test } from 'vitest';
import { darkColors, lightColors } from './brand.ts';

type Name = keyof typeof lightColors;
const schemes = { light: lightColors, dark: darkColors };

type Pair = [Name, Name];
const grounds: Name[] = ['paper', 'surface', 'sunken'];
const texts: Name[] = ['ink', 'muted', 'pine', 'clay', 'danger', 'good'];
const textPairs: Pair[] = [
  ...grounds.flatMap((ground) => texts.map((text): Pair => [text, ground])),
  ['ink', 'sage'],
  ['muted', 'sage'],
  ['pine', 'sage'],
  ['ink', 'selection'],
  ['on-pine', 'pine'],
  ['on-pine', 'danger'],
];
const controlPairs = [...grounds, 'sage' as const].flatMap((ground): Pair[] => [
  ['control', ground],
  ['pine', ground],
]);

describe.each(['light', 'dark'] as const)('in the %s scheme', (scheme) => {
  const colors = schemes[scheme];
  test.each(textPairs)('%s can be read on %s', (text, ground) => {
    expect(contrast(colors[text], colors[ground])).toBeGreaterThanOrEqual(4.5);
  });

  test.each(controlPairs)('a control in %s stands out from %s', (control, ground) => {
    expect(contrast(colors[control], colors[ground])).toBeGreaterThanOrEqual(3);
  });
});

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
