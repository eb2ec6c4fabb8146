import { expect, test } from 'vitest';
import { whyRefused } from './why-refused.ts';

test.each(['__proto__', 'constructor', 'x', ''])(
  'a code that is none of ours, “%s”, has the words for the rest',
  (code) => {
    expect(whyRefused({ kind: 'refused', code, text: '' })).toBe(
      'It was stopped before it was finished.',
    );
    expect(whyRefused({ kind: 'refused', code: 'otp_expired', text: '' })).toContain('expired');
  },
);
